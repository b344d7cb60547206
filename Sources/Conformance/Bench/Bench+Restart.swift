import DongleProtocol

extension Bench {
    /// Maximum time until a restart is visible, in addition to the 500 ms of SPEC.md 8.6.
    private static let restartLimit = Duration.seconds(4)

    /// Sends REBOOT; fails the check unless the answer is OK.
    func askForRestart(_ session: Session) throws {
        portWentAway = false
        let payload = RebootRequest(bootID: session.reply.bootID, mode: .run).encoded()
        try session.post(.reboot, payload, id: 0)
        let answer = try session.answer(to: 0, .reboot)
        try expect(answer.status == .ok, "REBOOT answered OK", got: answer.status.words)
        wire.watch.dongleRestarts(from: session.reply.bootID)
    }

    /// Restarts the dongle and opens a session with it.
    func restart(_ session: Session) throws -> Session {
        let uptime = try uptime(of: session)
        try askForRestart(session)
        return try opened(afterRestartOf: session.reply.bootID, uptime)
    }

    /// Reads the uptime, by which a restart shows where the boot id may stay; nil if it has changed
    /// at a restart.
    func uptime(of session: Session) throws -> Uptime? { renewsBootID ? nil : try Uptime(of: session) }

    /// Opens a session once the boot id has changed or the uptime is less than it would be without
    /// a restart.
    ///
    /// - Parameter uptime: Uptime before the restart.
    func opened(afterRestartOf bootID: UInt32, _ uptime: Uptime?) throws -> Session {
        let deadline = ContinuousClock.now + Self.restartLimit
        while true {
            let least = uptime?.least ?? 0
            let session = try openReopening()
            // A dongle that keeps its boot id has restarted nevertheless; another check reports the
            // boot id.
            if session.reply.bootID != bootID || Int64(session.reply.uptimeMs) < least { return session }
            try expect(ContinuousClock.now < deadline, "a restart", got: "none within \(Self.restartLimit.words)")
            pause(.milliseconds(100))
        }
    }

    /// Returns the next frame; opens the port anew if it disappeared with the dongle.
    func nextAfterRestart(until deadline: ContinuousClock.Instant) throws -> SeenFrame? {
        do {
            return try wire.next(until: deadline)
        } catch ConformanceError.portLost {
            portWentAway = true
            try wire.reopen(until: .now + options.greetingLimit)
            return try wire.next(until: deadline)
        }
    }

    private func openReopening() throws -> Session {
        do {
            return try open(limit: options.greetingLimit)
        } catch ConformanceError.portLost {
            portWentAway = true
            try wire.reopen(until: .now + options.greetingLimit)
            return try open(limit: options.greetingLimit)
        }
    }
}

/// A dongle's uptime, and the time of reading it.
struct Uptime {
    /// Uptime when read, in milliseconds.
    private let read: Int64
    private let at: ContinuousClock.Instant
    /// Minimum uptime before a restart, in milliseconds. It must be longer than opening a session
    /// takes on a busy machine; otherwise a restart right after another one would go unnoticed.
    private static let tellable: Int64 = 2000

    /// Reads the uptime; waits first if the dongle has only just started.
    init(of session: Session) throws {
        let now = Int64(try session.ping().uptimeMs)
        if now < Self.tellable { pause(.milliseconds(Self.tellable - now)) }
        read = Int64(try session.ping().uptimeMs)
        at = .now
    }

    /// Minimum uptime by now without a restart, in milliseconds; clocks may differ by 1 in 64.
    var least: Int64 {
        let passed = Int64((ContinuousClock.now - at) / .milliseconds(1))
        return read + passed - passed / 64
    }
}

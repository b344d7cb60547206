import DongleProtocol

extension Bench {
    /// How long a restart may take until it shows, beside the 500 ms of SPEC.md 8.6.
    private static let restartLimit = Duration.seconds(4)

    /// Asks the dongle to restart, which it takes.
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
        let uptime = try Uptime(of: session)
        try askForRestart(session)
        return try opened(afterRestartOf: session.reply.bootID, uptime)
    }

    /// Opens a session once the boot id is another or the uptime is less than it would be without a restart.
    ///
    /// - Parameter uptime: Before the restart.
    func opened(afterRestartOf bootID: UInt32, _ uptime: Uptime) throws -> Session {
        let deadline = ContinuousClock.now + Self.restartLimit
        while true {
            let least = uptime.least
            let session = try openReopening()
            // A dongle that keeps its boot id has restarted all the same; another check tells of that.
            if session.reply.bootID != bootID || Int64(session.reply.uptimeMs) < least { return session }
            try expect(ContinuousClock.now < deadline, "a restart", got: "none within \(Self.restartLimit)")
            pause(.milliseconds(100))
        }
    }

    /// The next frame, the port being opened anew where it went away with the dongle.
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

/// A dongle's uptime, and when it was read.
struct Uptime {
    /// Milliseconds.
    private let read: Int64
    private let at: ContinuousClock.Instant
    /// Shortest uptime before a restart, in milliseconds. It is longer than opening a session takes on a busy machine;
    /// else a restart right after another could not be told from none.
    private static let tellable: Int64 = 2000

    /// Reads it, and waits first where the dongle has just started.
    init(of session: Session) throws {
        let now = Int64(try session.ping().uptimeMs)
        if now < Self.tellable { pause(.milliseconds(Self.tellable - now)) }
        read = Int64(try session.ping().uptimeMs)
        at = .now
    }

    /// What it would be by now without a restart, in milliseconds; clocks may differ by 1 in 64.
    var least: Int64 {
        let passed = Int64((ContinuousClock.now - at) / .milliseconds(1))
        return read + passed - passed / 64
    }
}

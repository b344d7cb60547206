import DongleProtocol

/// Opening, resuming and losing the session (SPEC.md 4 and 5.4).
extension LinkSession {
    static let resumeLimit = Duration.seconds(3)
    /// After so many hard resets within the window the host backs off.
    private static let hardResetLimit = 3
    private static let hardResetWindow = Duration.seconds(60)
    private static let hardResetPause = Duration.seconds(5)

    mutating func greet(now: Duration, delay: Duration = .zero) {
        phase = .greeting(
            Greeting(
                now: now, delay: delay, limit: configuration.greetingLimit,
                wantedPayload: configuration.largestPayload, random: &random))
    }

    mutating func perform(_ step: Greeting.Step, now: Duration) {
        switch step {
        case .hello(let frame):
            _ = line.departure(ofBytes: frame.count, at: now)
            write(frame)
        case .live(let reply, let session, let nonce):
            if case .greeting(let greeting) = phase, greeting.hasUnansweredQuiet {
                // Before anything else of this session: it brings the dongle back to it, and changes nothing where the quiet one was lost.
                perform(
                    .hello(
                        Greeting.frame(session: session, nonce: nonce, wantedPayload: configuration.largestPayload)),
                    now: now)
            }
            let pause = bootID == nil ? .zero : pause(afterStart: reply.bootID, reply.resetReason, now: now)
            if pause > .zero {
                greet(now: now, delay: pause)
            } else {
                begin(reply, session: session, nonce: nonce, now: now)
            }
        case .failed(let failure):
            endRequests(.sessionLost)
            settleReboot(by: nil)
            phase = .closed
            hello = nil
            actions.append(.failed(failure))
        }
    }

    private mutating func begin(_ reply: HelloReply, session: UInt16, nonce: UInt32, now: Duration) {
        let sentAt: Duration? = if case .greeting(let greeting) = phase { greeting.onlyHelloSentAt } else { nil }
        self.session = session
        self.nonce = nonce
        settleReboot(by: reply)
        if bootID != reply.bootID { clock = DongleClock() }
        bootID = reply.bootID
        hello = reply
        phase = .live
        nextID = 1
        streamA = StreamAReceiver()
        adverts.beginSession()
        let frameBytes = FrameEncoder.largestEncodedSize(payloadCount: Int(reply.largestPayloadToHost))
        estimator = RoundTripEstimator(frameTime: line.time(ofBytes: frameBytes))
        if let sentAt { clock.record(uptimeMs: reply.uptimeMs, sent: sentAt, received: now) }
        lastFrameAt = now
        lastPingAt = nil
        pingToken = nil
        missedPings = 0
        isSuspect = false
        nextEventAtPing = nil
        setScanning(false, now: now)
        subscriptions = 0
        statistics.sessions += 1
        actions.append(.live(reply))
    }

    mutating func receiveHello(_ reply: HelloReply, session answered: UInt16, now: Duration) {
        switch phase {
        case .greeting(var greeting):
            let step = greeting.receive(reply, session: answered)
            phase = .greeting(greeting)
            if let step { perform(step, now: now) }
        case .resuming:
            guard answered == session, reply.nonce == nonce else { return }
            // The dongle has ended the session by itself; its number is not used twice.
            if reply.status == .sessionInUse { lose(.sessionLost, now: now) }
            guard reply.status == .ok else { return }
            if reply.bootID == bootID {
                resume(now: now)
            } else {
                lose(.reset(reply.resetReason), to: reply.bootID, now: now)
            }
        case .closed, .live:
            return
        }
    }

    /// The same session answers again: nothing is lost, everything unanswered is sent once more.
    private mutating func resume(now: Duration) {
        phase = .live
        for index in unresolved.indices {
            // Counts as sent before: an answer to it measures no round trip.
            unresolved[index].sends = 1
            sendAgain(index, now: now)
        }
    }

    /// Asks whether the session still lives.
    mutating func doubt(now: Duration) {
        phase = .resuming(since: now, nextHelloAt: now)
        resumeTick(now: now)
    }

    mutating func resumeTick(now: Duration) {
        guard case .resuming(let since, let nextHelloAt) = phase else { return }
        if now >= since + Self.resumeLimit {
            lose(.silence, now: now)
        } else if now >= nextHelloAt {
            phase = .resuming(since: since, nextHelloAt: now + Greeting.interval)
            let frame = Greeting.frame(session: session, nonce: nonce, wantedPayload: configuration.largestPayload)
            _ = line.departure(ofBytes: frame.count, at: now)
            write(frame)
        }
    }

    mutating func receiveBoot(_ boot: Boot, now: Duration) {
        switch phase {
        case .live, .resuming:
            // A BOOT of this very start was only late.
            guard boot.bootID != bootID else { return }
            lose(.reset(boot.resetReason), to: boot.bootID, now: now)
        case .closed, .greeting:
            return
        }
    }

    /// The session is gone: ends what depended on it and greets anew.
    ///
    /// - Parameter start: Boot id of the start that ended it, where it is known.
    mutating func lose(_ cause: Interruption, to start: UInt32? = nil, now: Duration) {
        endRequests(cause)
        hello = nil
        pingToken = nil
        actions.append(.interrupted(cause))
        var delay = Duration.zero
        if let start, case .reset(let reason) = cause { delay = pause(afterStart: start, reason, now: now) }
        greet(now: now, delay: delay)
    }

    /// How long to leave the dongle alone, having learned of this start: some time where its supply or its watchdog forces one after the other.
    ///
    /// Each counts once, by whatever it is learned of: where PING finds the session gone before a BOOT comes, only HELLO gives the reason.
    private mutating func pause(afterStart bootID: UInt32, _ reason: ResetReason, now: Duration) -> Duration {
        guard reason == .brownOut || reason == .watchdog, bootID != self.bootID, bootID != countedStart else {
            return .zero
        }
        countedStart = bootID
        hardResets.removeAll { now - $0 > Self.hardResetWindow }
        hardResets.append(now)
        guard hardResets.count >= Self.hardResetLimit else { return .zero }
        actions.append(.unstable(reason))
        return Self.hardResetPause
    }

    /// Ends every request as the loss of its session leaves it: what was never sent is not done, the rest is unknown.
    mutating func endRequests(_ cause: Interruption) {
        for request in waiting {
            finish(request, .failure(.notSent(operation: request.operation, cause: cause)))
        }
        for request in unresolved + accepted {
            if request.operation == .reboot, cause == .reset(.requested) {
                finish(request, .success([]))
            } else if request.operation == .reboot, cause.leavesRebootOpen {
                settleReboot(by: nil)
                rebootInDoubt = request
            } else {
                finish(request, .failure(.interrupted(operation: request.operation, cause: cause)))
            }
        }
        waiting.removeAll()
        unresolved.removeAll()
        accepted.removeAll()
    }

    /// Ends a REBOOT whose session was lost before it was known to have run: by what the next HELLO says of the start, or as unknown.
    mutating func settleReboot(by reply: HelloReply?) {
        guard let request = rebootInDoubt else { return }
        rebootInDoubt = nil
        if let reply, reply.bootID != bootID, reply.resetReason == .requested {
            finish(request, .success([]))
        } else {
            let cause = reply.map { Interruption.reset($0.resetReason) } ?? .sessionLost
            finish(request, .failure(.interrupted(operation: request.operation, cause: cause)))
        }
    }
}

extension Interruption {
    /// Whether the dongle may have restarted as it was asked to, and the next HELLO will tell.
    fileprivate var leavesRebootOpen: Bool { self == .reset(.unknown) || self == .sessionLost || self == .silence }
}

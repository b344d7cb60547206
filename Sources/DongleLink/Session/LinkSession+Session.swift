import DongleProtocol

/// Opening, resuming and losing the session (SPEC.md 4 and 5.4).
extension LinkSession {
    static let resumeLimit = Duration.seconds(3)
    /// Number of hard resets within the window after which the host pauses the greeting.
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
                // Sent before anything else in this session: if the quiet HELLO arrived, this one
                // brings the dongle back to this session; otherwise it changes nothing.
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
            // The dongle has ended the session on its own. A session number is never reused.
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

    /// Resumes after the same session has answered again. Nothing is lost, and every unanswered
    /// request is sent again.
    private mutating func resume(now: Duration) {
        phase = .live
        for index in unresolved.indices {
            // Marks the request as already sent once, so that its answer measures no round trip.
            unresolved[index].sends = 1
            sendAgain(index, now: now)
        }
    }

    /// Asks the dongle whether the session still exists.
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
            // A BOOT frame with the current boot id was merely late.
            guard boot.bootID != bootID else { return }
            lose(.reset(boot.resetReason), to: boot.bootID, now: now)
        case .closed, .greeting:
            return
        }
    }

    /// Ends a lost session: ends everything that depended on it and greets the dongle again.
    ///
    /// - Parameter start: Boot id of the restart that ended the session, if known.
    mutating func lose(_ cause: Interruption, to start: UInt32? = nil, now: Duration) {
        endRequests(cause)
        hello = nil
        pingToken = nil
        actions.append(.interrupted(cause))
        var delay = Duration.zero
        if let start, case .reset(let reason) = cause { delay = pause(afterStart: start, reason, now: now) }
        greet(now: now, delay: delay)
    }

    /// Returns the pause before the next greeting after a restart. It is above zero if brown-outs
    /// or the watchdog cause one restart after another.
    ///
    /// Each restart counts once, no matter which frame reveals it. If PING finds the session gone
    /// before a BOOT arrives, only HELLO gives the reason.
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

    /// Ends every request after the loss of its session. Requests never sent are not done; the
    /// outcome of the others is unknown.
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

    /// Ends a REBOOT whose session was lost before it was known to have run. The outcome follows
    /// from the restart reason in the next HELLO; without a HELLO it is unknown.
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
    /// Whether the dongle may have restarted as requested. The next HELLO will tell.
    fileprivate var leavesRebootOpen: Bool { self == .reset(.unknown) || self == .sessionLost || self == .silence }
}

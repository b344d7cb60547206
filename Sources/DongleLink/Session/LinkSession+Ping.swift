import DongleProtocol

/// PING: checks the health of the link, the dongle's clock and how far the streams have got
/// (SPEC.md 8.1 and 13).
extension LinkSession {
    private static let missLimit = 3

    private var pingInterval: Duration {
        if !accepted.isEmpty || subscriptions > 0 { return .milliseconds(250) }
        return isScanning ? .seconds(1) : .seconds(2)
    }

    var nextPingAt: Duration { lastPingAt.map { $0 + pingInterval } ?? .zero }

    mutating func pingTick(now: Duration) {
        guard now >= nextPingAt else { return }
        lastPingAt = now
        if accepted.contains(where: \.stopsTheLine) {
            // No request may be sent now, so no answer can show that a DONE was lost. A GRANT asks
            // for it.
            grant(.repeatFromNext)
        } else if let pingToken {
            guard unresolved.contains(where: { $0.token == pingToken }) else { return }
            missedPings += 1
            if missedPings >= Self.missLimit, !isSuspect {
                isSuspect = true
                actions.append(.suspect)
            }
        } else if !unresolved.contains(where: \.stopsTheLine) {
            let token = newToken()
            pingToken = token
            waiting.append(PendingRequest(token: token, operation: .ping, payload: [], now: now))
        }
    }

    mutating func receivePing(_ rest: [UInt8], _ request: PendingRequest, now: Duration) {
        if request.token == pingToken { missedPings = 0 }
        // An answer that is too short measures nothing. The caller of the request gets an error for
        // it.
        guard let answer = try? PingAnswer(decoding: rest) else { return }
        if request.sends == 1 { clock.record(uptimeMs: answer.uptimeMs, sent: request.sentAt, received: now) }
        streamA.learn(newest: answer.nextEvent)
        // Events that were in transit at the last PING have had a whole interval to arrive.
        if streamA.isBehind, nextEventAtPing == streamA.next { grant(.repeatFromNext) }
        nextEventAtPing = streamA.next
        let before = adverts.lost
        adverts.advance(to: answer.oldestAdvert)
        if adverts.lost > before { actions.append(.advertsLost(adverts.lost - before)) }
        statistics.advertsLost = adverts.lost
        statistics.roundTrip = estimator.roundTrip
    }

    /// Longest silence of a running scanner before it is started again (SPEC.md 9.4).
    private static let silentScannerLimit = Duration.seconds(90)

    var scannerSilentAt: Duration? { isScanning ? lastAdvertAt + Self.silentScannerLimit : nil }

    mutating func scannerTick(now: Duration) {
        guard let due = scannerSilentAt, now >= due else { return }
        lastAdvertAt = now
        actions.append(.scannerSilent)
    }
}

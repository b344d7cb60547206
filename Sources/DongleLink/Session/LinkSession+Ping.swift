import DongleProtocol

/// PING: the health of the link, the dongle's clock and what the streams have sent (SPEC.md 8.1 and 13).
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
            // No request may be sent, so none shows that its DONE was lost: a GRANT asks for it.
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
        // Too short an answer measures nothing; whoever asked is told that it is malformed.
        guard let answer = try? PingAnswer(decoding: rest) else { return }
        if request.sends == 1 { clock.record(uptimeMs: answer.uptimeMs, sent: request.sentAt, received: now) }
        streamA.learn(newest: answer.nextEvent)
        // Events that were on their way at the last PING have had a whole interval to come.
        if streamA.isBehind, nextEventAtPing == streamA.next { grant(.repeatFromNext) }
        nextEventAtPing = streamA.next
        let before = adverts.lost
        adverts.advance(to: answer.oldestAdvert)
        if adverts.lost > before { actions.append(.advertsLost(adverts.lost - before)) }
        statistics.advertsLost = adverts.lost
        statistics.roundTrip = estimator.roundTrip
    }

    /// A running scanner that has said nothing for this long is started again (SPEC.md 9.4).
    private static let silentScannerLimit = Duration.seconds(90)

    var scannerSilentAt: Duration? { isScanning ? lastAdvertAt + Self.silentScannerLimit : nil }

    mutating func scannerTick(now: Duration) {
        guard let due = scannerSilentAt, now >= due else { return }
        lastAdvertAt = now
        actions.append(.scannerSilent)
    }
}

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
        if pingToken != nil {
            missedPings += 1
            if missedPings >= Self.missLimit, !isSuspect {
                isSuspect = true
                actions.append(.suspect)
            }
        } else if !(unresolved + accepted).contains(where: \.stopsTheLine) {
            pingToken = enqueue(.ping, payload: [], now: now)
        }
    }

    mutating func receivePing(_ rest: [UInt8], _ request: PendingRequest, now: Duration) {
        missedPings = 0
        guard let answer = try? PingAnswer(decoding: rest) else { return }
        if request.sends == 1 { clock.record(uptimeMs: answer.uptimeMs, sent: request.sentAt, received: now) }
        streamA.learn(newest: answer.nextEvent)
        let before = adverts.lost
        adverts.advance(to: answer.oldestAdvert)
        if adverts.lost > before { actions.append(.advertsLost(adverts.lost - before)) }
        statistics.advertsLost = adverts.lost
        statistics.roundTrip = estimator.roundTrip
    }
}

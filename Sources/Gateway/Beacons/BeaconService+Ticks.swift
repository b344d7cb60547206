import BeaconTracking
import GatewayModel
import JSONLines

/// What happens each second.
extension BeaconService {
    func tickOn() async {
        var next = clock.now() + .seconds(1)
        while !Task.isCancelled {
            guard isWanted else {
                await ticksWanted.wait()
                next = clock.now() + .seconds(1)
                continue
            }
            await clock.sleep(next)
            if Task.isCancelled { return }
            await tick()
            ticks += 1
            next = max(next + .seconds(1), clock.now())
        }
    }

    func tick() async {
        await look()
        let now = clock.now()
        if isMonitoring { for transition in monitor.advance(to: now) { begin(transition) } }
        let ranged = tracker.tick(at: now)
        await endMinute(at: timeOfDay())
        guard readers.values.contains(where: \.wantsTicks) else { return }
        let beacons = ranged.map { ($0.identity, range($0, at: now)) }
        let message = isListening ? nil : silence
        for place in places.values {
            guard let reader = place.reader, reader.query.wantsTicks else { continue }
            let query = reader.query
            let region = query.region.flatMap { regions[$0] }
            // Ranging of a region begins with its enter and ends with its exit.
            if let name = query.region, monitor.status(name)?.state != .inside, isListening { continue }
            let wanted = beacons.filter { query.includes($0.0) && region?.contains($0.0) ?? true }.map(\.1)
            let omitted = wanted.count - RangingSubscription.beaconLimit
            let tick = RangingLine(
                ts: timeOfDay(), listening: isListening, message: message,
                beacons: Array(wanted.prefix(RangingSubscription.beaconLimit)), omitted: omitted > 0 ? omitted : nil)
            updatesMissed += reader.tell(.tick(tick))
        }
    }

    /// Sees whether any dongle listens.
    func look() async {
        let heard = await listening()
        guard isWanted else { return await silent() }
        let wasListening = isListening
        isListening = heard.isListening
        silence = heard.reason
        // Where regions are not watched, their absence is not judged either.
        monitor.setListening(
            heard.isListening && isMonitoring, reason: isMonitoring ? heard.reason : "nobody watches", at: clock.now())
        guard heard.isListening else {
            guard wasListening, !isFailureTold, isMonitoring || !readers.isEmpty else { return }
            isFailureTold = true
            await eventLog.record(
                .error, "Beacon ranging failed: \(heard.reason)",
                detail: "Regions are not left while no dongle listens.",
                dongle: nil, isSimulated: false)
            return
        }
        isFailureTold = false
    }

    func silent() async {
        isListening = false
        silence = "nothing is scanned for"
        monitor.setListening(false, reason: silence, at: clock.now())
    }
}

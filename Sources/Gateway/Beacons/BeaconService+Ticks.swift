import BeaconTracking
import Concurrency
import GatewayModel
import LineFormats

/// Ranging, once a second.
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
        if isMonitoring { passDue(at: now) }
        tell(tracker.tick(at: now), at: now)
        endMinute(at: timeOfDay())
    }

    /// Sends a tick to each reader that wants one. Describes a beacon once, and only if some reader
    /// gets it.
    private func tell(_ ranged: [RangedBeacon], at now: Duration) {
        var words: [BeaconRange?] = []
        let ts = timeOfDay()
        for reader in places.readers where reader.query.wantsTicks {
            let query = reader.query
            let region = query.region.flatMap { regions[$0]?.region }
            // Ranging of a region begins when the region is entered and ends when it is left.
            if let name = query.region, monitor.status(name)?.state != .inside, isListening { continue }
            if words.isEmpty { words = Array(repeating: nil, count: ranged.count) }
            var wanted: [BeaconRange] = []
            var omitted = 0
            for (index, beacon) in ranged.enumerated() {
                guard query.includes(beacon.identity), region?.contains(beacon.identity) ?? true else { continue }
                guard wanted.count < RangingSubscription.beaconLimit else {
                    omitted += 1
                    continue
                }
                let range = words[index] ?? range(beacon, at: now)
                words[index] = range
                wanted.append(range)
            }
            let tick = RangingLine(
                ts: ts, listening: isListening, message: isListening ? nil : silence, beacons: wanted,
                omitted: omitted > 0 ? omitted : nil)
            updatesMissed += reader.tell(.tick(tick))
        }
    }

    /// Checks which dongles listen.
    func look() async {
        looks.begun += 1
        let look = looks.begun
        let heard = await listening()
        // A check that began later may have ended earlier; its result is newer.
        guard look > looks.last else { return }
        looks.last = look
        // A gateway that is stopping closes its links itself.
        guard !hub.isFinished else { return }
        guard isWanted else { return silent() }
        let wasListening = isListening
        isListening = heard.isListening
        silence = heard.reason
        let silent = numbers.others(than: heard.dongles).map { dongle in
            (
                dongle.number,
                RegionMonitor.SilentDongle(
                    name: dongle.id, reason: heard.reasons[dongle.id] ?? "the gateway does not use its port")
            )
        }
        // While regions are not watched, their absence is not judged either.
        monitor.setListening(
            heard.isListening && isMonitoring, reason: isMonitoring ? heard.reason : "nobody watches",
            silent: Dictionary(uniqueKeysWithValues: silent), at: clock.now())
        guard heard.isListening else {
            guard wasListening, !isFailureTold else { return }
            isFailureTold = true
            return settleLater(.failure(reason: heard.reason))
        }
        isFailureTold = false
    }

    /// Stops judging regions. Transitions that were due before are still reported.
    func silent() {
        isListening = false
        silence = "nothing is scanned for"
        let now = clock.now()
        monitor.setListening(false, reason: silence, at: now)
        passDue(at: now)
        endMinute()
    }
}

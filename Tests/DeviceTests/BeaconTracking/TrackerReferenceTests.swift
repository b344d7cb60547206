import Randomness
import Advertising
import BeaconTracking
import Testing

@Suite struct TrackerReferenceTests {
    /// Reference for the beacons that a tracker must keep: a plain list that is searched.
    private struct Reference {
        struct Beacon {
            let minor: Int
            let first: Duration
            var last: Duration
            var heard: Int
            /// Later sightings have greater numbers.
            var order: Int
            var isProven: Bool { heard >= 3 && provenAt != nil }
            var provenAt: Duration?
        }

        let capacity: Int
        var beacons: [Beacon] = []
        var evicted = 0
        var forgotten = 0
        private var order = 0

        init(capacity: Int) {
            self.capacity = capacity
        }

        mutating func hear(_ minor: Int, at now: Duration) -> Bool {
            order += 1
            if let place = beacons.firstIndex(where: { $0.minor == minor }) {
                beacons[place].heard += 1
                beacons[place].last = now
                beacons[place].order = order
                if beacons[place].provenAt == nil, beacons[place].heard >= 3,
                    now - beacons[place].first >= .seconds(1)
                {
                    beacons[place].provenAt = now
                }
                return beacons[place].isProven
            }
            if beacons.count == capacity {
                let candidates = beacons.contains { !$0.isProven } ? beacons.filter { !$0.isProven } : beacons
                let oldest = candidates.map(\.order).min()
                beacons.removeAll { $0.order == oldest }
                evicted += 1
            }
            beacons.append(Beacon(minor: minor, first: now, last: now, heard: 1, order: order))
            return false
        }

        mutating func forget(at now: Duration) {
            let kept = beacons.filter { now - $0.last <= .seconds(180) }
            forgotten += beacons.count - kept.count
            beacons = kept
        }
    }

    @Test("what is kept, listed, evicted and forgotten is what a plain list says", arguments: 1...6)
    func equal(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = 12
        var tracker = BeaconTracker(configuration)
        tracker.expect([.example])
        var reference = Reference(capacity: 12)
        var now = Duration.zero
        for _ in 0..<20_000 {
            // Sightings are mostly close together, and sometimes long apart.
            now += .milliseconds(Int.random(in: 0...300, using: &random))
            if Int.random(in: 0..<200, using: &random) == 0 { now += .seconds(Int.random(in: 0...400, using: &random)) }
            let minor = Int.random(in: 0..<(Int.random(in: 1...30, using: &random)), using: &random)
            #expect(
                tracker.hear(.example(minor), at: now) == .tracked(isProven: reference.hear(minor, at: now)))
            guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
            reference.forget(at: now)
            let listed = reference.beacons.filter { now - $0.last <= .seconds(10) }
            #expect(Set(tracker.tick(at: now).map(\.identity)) == Set(listed.map { .example($0.minor) }))
            #expect(tracker.count == reference.beacons.count)
        }
        #expect(tracker.counts.evicted == reference.evicted)
        #expect(tracker.counts.forgotten == reference.forgotten)
        #expect(tracker.counts.evicted > 100)
        #expect(tracker.counts.forgotten > 10)
    }
}

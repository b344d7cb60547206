import Advertising
import BeaconTracking
import Foundation

/// Speed of the beacon tracker, and its memory. Time is virtual, so it runs as fast as possible.
enum TrackerFigures {
    struct WrongCount: Error {
        let beacons: Int
        let expected: Int
    }

    private static let rounds = 9
    private static let uuid = ProximityUUID(0xE7B2_C021_5D07_4D0B_9C20_2234_88C8_B012)

    static func measure() throws -> [Figure] {
        [try rate(dongles: 1), try rate(dongles: 4), try manyBeacons(), try flood(), try regions()]
    }

    /// 1,000 beacons at 10 adverts a second, in random order, with a ranging tick each second.
    private static func rate(dongles: Int) throws -> Figure {
        let beacons = 1000
        let sightings = 2_000_000
        var random = SystemRandomNumberGenerator()
        let list = (0..<beacons).shuffled(using: &random).flatMap { number in
            (0..<dongles).map { sighting(number, dongle: DongleNumber($0)) }
        }
        var rates: [Double] = []
        for round in 0...rounds {
            var tracker = BeaconTracker()
            tracker.expect([uuid])
            var listed = 0
            let duration = seconds {
                for number in 0..<sightings {
                    var sighting = list[number % list.count]
                    sighting.rssiDBm = Int8(truncatingIfNeeded: -60 - (number &* 7919 >> 4) % 9)
                    tracker.hear(sighting, at: .microseconds(number * 100 / dongles))
                    if number % (10_000 * dongles) == 0 { listed = tracker.tick(at: .zero).count }
                }
            }
            guard tracker.count == beacons, listed == beacons else {
                throw WrongCount(beacons: listed, expected: beacons)
            }
            if round > 0 { rates.append(Double(sightings) / duration) }
        }
        guard let spread = Spread(rates) else { throw WrongCount(beacons: 0, expected: beacons) }
        return Figure(
            "beacon tracker, one thread: 1,000 beacons at 10 adverts/s each, \(dongles) dongle\(dongles == 1 ? "" : "s"), "
                + "a tick a second", measured: spread.text("sightings/s"),
            target: "≥ \(Targets.sightingsPerSecond.text()) sightings/s",
            isMet: spread.median >= Targets.sightingsPerSecond)
    }

    /// 100,000 beacons, each heard every ten seconds, for three minutes.
    private static func manyBeacons() throws -> Figure {
        let beacons = 100_000
        let before = try resident()
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = beacons
        var tracker = BeaconTracker(configuration)
        tracker.expect([uuid])
        var longestTick = Duration.zero
        for second in 0..<180 {
            for number in 0..<(beacons / 10) {
                var sighting = sighting(second % 10 * (beacons / 10) + number)
                sighting.rssiDBm = Int8(-60 - (number + second) % 9)
                tracker.hear(sighting, at: .seconds(second) + .microseconds(number * 100))
            }
            let tick = ContinuousClock().measure { _ = tracker.tick(at: .seconds(second + 1)) }
            longestTick = max(longestTick, tick)
        }
        let grown = try residentAsItIs() - before
        let kept = try resident() - before
        guard tracker.count == beacons else { throw WrongCount(beacons: tracker.count, expected: beacons) }
        return Figure(
            "beacon tracker: 100,000 beacons at 0.1 adverts/s each, 3 min of virtual time",
            measured: "\(kept.text()) MB more resident, \(grown.text()) MB before malloc_trim; "
                + "longest tick \((longestTick / .milliseconds(1)).text()) ms",
            target: "≤ \(Targets.manyBeaconsMegabytes.text()) MB", isMet: kept <= Targets.manyBeaconsMegabytes)
    }

    /// Ten million new identities, each from an address of its own, on top of 1,000 beacons that
    /// are tracked.
    private static func flood() throws -> Figure {
        let identities = 10_000_000
        let beacons = 1000
        var random = SystemRandomNumberGenerator()
        var tracker = BeaconTracker()
        tracker.expect([uuid])
        for second in 0..<3 {
            for number in 0..<beacons { tracker.hear(sighting(number), at: .seconds(second)) }
        }
        for number in 0..<(2 * tracker.configuration.capacity) {
            tracker.hear(madeUp(&random), at: .seconds(3) + .microseconds(number * 10))
        }
        // The tracker is full already; the measurement shows whether it needs more memory.
        let before = try resident()
        let evicted = tracker.counts.evicted
        let duration = seconds {
            for number in 0..<identities {
                tracker.hear(madeUp(&random), at: .seconds(4) + .microseconds(number * 10))
                if number % 1_000_000 == 0 { _ = tracker.tick(at: .zero) }
            }
        }
        let kept = try resident() - before
        let left = (0..<beacons).count { tracker.beacon(sighting($0).identity, at: .seconds(104)) != nil }
        let isBounded = tracker.count <= tracker.configuration.capacity && kept <= Targets.floodMegabytes
        return Figure(
            "beacon tracker: 10,000,000 made-up identities in 100 s of virtual time, \(duration.text()) s in fact",
            measured: "\(kept.text(1)) MB more resident, \((Double(tracker.counts.evicted - evicted)).text()) evicted, "
                + "\(tracker.counts.evictedProven) of them proven; \(left) of \(beacons) beacons left",
            target: "≤ \(Targets.floodMegabytes.text()) MB, no proven beacon displaced",
            isMet: isBounded && left == beacons && tracker.counts.evictedProven == 0)
    }

    /// 10,000 regions of one beacon each.
    private static func regions() throws -> Figure {
        let regions = 10_000
        let sightings = 1_000_000
        var rates: [Double] = []
        for round in 0...rounds {
            var monitor = RegionMonitor()
            monitor.setListening(true, reason: "", at: .zero)
            for number in 0..<regions {
                let identity = sighting(number).identity
                let region = BeaconRegion(
                    name: "\(number)", uuid: identity.uuid, major: identity.major, minor: identity.minor)
                monitor.monitor(region, lastDetermined: nil, at: .zero)
            }
            var entered = 0
            var due: Duration?
            let duration = seconds {
                for number in 0..<sightings {
                    let identity = sighting(number &* 7919 % regions).identity
                    entered += monitor.hear(identity, rssiDBm: -60, at: .microseconds(number * 100)).count
                    due = monitor.nextDue
                }
            }
            guard entered == regions, due != nil else { throw WrongCount(beacons: entered, expected: regions) }
            if round > 0 { rates.append(Double(sightings) / duration) }
        }
        guard let spread = Spread(rates) else { throw WrongCount(beacons: 0, expected: regions) }
        return .comparison(
            "region monitor, one thread: 10,000 regions inside, the next that is due asked for after each sighting",
            measured: spread.text("sightings/s"))
    }

    private static func sighting(_ number: Int, dongle: DongleNumber = 0) -> BeaconSighting {
        BeaconSighting(
            identity: BeaconIdentity(uuid: uuid, major: UInt16(number >> 8), minor: UInt16(number & 0xFF)),
            address: BluetoothAddress(UInt64(number)), rssiDBm: -60, measuredPowerDBm: -59, dongle: dongle)
    }

    private static func madeUp(_ random: inout SystemRandomNumberGenerator) -> BeaconSighting {
        let identity = BeaconIdentity(uuid: ProximityUUID(UInt128(random.next())), major: 1, minor: 1)
        return BeaconSighting(
            identity: identity, address: BluetoothAddress(random.next()), rssiDBm: -60, measuredPowerDBm: -59)
    }
}

extension TrackerFigures {
    struct NoMemoryFigure: Error {}

    /// Returns the resident MB once all freed memory is returned to the system.
    private static func resident() throws -> Double {
        trim()
        return try residentAsItIs()
    }

    private static func residentAsItIs() throws -> Double {
        guard let megabytes = ProcessUsage.residentMegabytes(processID: getpid()) else { throw NoMemoryFigure() }
        return megabytes
    }

    /// glibc's `malloc_trim`, which its module does not export.
    private static func trim() {
        typealias Trim = @convention(c) (Int) -> Int32
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
}

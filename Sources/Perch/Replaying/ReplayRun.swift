import Advertising
import BeaconTracking
import Recording

/// Runs a recording through the tracker and the regions, at the times of the recording. Pure: the
/// caller passes line after line and writes the resulting events.
struct ReplayRun: Sendable {
    /// A result of the replay. Events come in order of time.
    enum Event: Sendable, Hashable {
        case sighting(BeaconSighting, outcome: BeaconTracker.Outcome)
        /// The beacons heard within the last 10 s, nearest first; once a second.
        case ranging([RangedBeacon])
        case region(RegionTransition)
    }

    /// Handler of events; `at` counts from the beginning of the recording.
    typealias Handler = (Event, _ at: Duration) -> Void

    private static let tick = Duration.seconds(1)
    /// Most addresses that are remembered as having a name.
    private static let namedLimit = 20_000
    /// Most receivers that are distinguished; further ones count as the first.
    private static let scannerLimit = 1000

    private(set) var tracker: BeaconTracker
    private(set) var monitor = RegionMonitor()
    /// Identities heard, without floods. At most ``identityLimit`` are counted.
    private(set) var identities: Set<BeaconIdentity> = []
    static let identityLimit = 1_000_000
    /// Lines that are not from a beacon.
    private(set) var otherAdverts = 0
    private(set) var transitions = 0
    /// Time of the first line, in seconds of the recording's clock.
    private(set) var firstSeconds: Double?
    /// Time since the first line.
    private(set) var now = Duration.zero
    private let regions: [BeaconRegion]
    private var nextTick = Duration.zero
    private var named: Set<BluetoothAddress> = []
    private var scanners: [String: DongleNumber] = [:]
    private var scannerNames: [String] = []
    /// Power at 1 m that replaces what the beacons state; nil = none.
    private let powerDBm: Int8?
    /// Comparison with known positions; nil if none are known.
    private(set) var score: ReplayScore?

    init(
        regions: [BeaconRegion], distance: DistanceModel, powerDBm: Int8? = nil, score: ReplayScore? = nil
    ) {
        self.powerDBm = powerDBm
        self.score = score
        var configuration = BeaconTracker.Configuration()
        configuration.distance = distance
        tracker = BeaconTracker(configuration)
        tracker.expect(Set(regions.map(\.uuid)))
        self.regions = regions
    }

    /// Processes the next line. Time never runs backwards: an earlier line counts as simultaneous
    /// with the last one.
    mutating func take(_ line: RecordedLine, _ handle: Handler) {
        moveOn(to: line.timeSeconds, handle)
        if case .sighting(let recorded) = line { score?.place(recorded) }
        guard let sighting = sighting(of: line) else {
            otherAdverts += 1
            return
        }
        let outcome = tracker.hear(sighting, at: now)
        handle(.sighting(sighting, outcome: outcome), now)
        guard case .tracked = outcome else { return }
        if identities.count < ReplayRun.identityLimit { identities.insert(sighting.identity) }
        report(monitor.hear(sighting.identity, rssiDBm: sighting.rssiDBm, at: now), handle)
    }

    private mutating func moveOn(to seconds: Double, _ handle: Handler) {
        guard let firstSeconds else {
            self.firstSeconds = seconds
            monitor.setListening(true, reason: "the recording begins", at: .zero)
            for region in regions { monitor.monitor(region, lastDetermined: nil, at: .zero) }
            nextTick = ReplayRun.tick
            return
        }
        // Limited to 1000 years, which is longer than any recording.
        let time = Duration.seconds(min(max(seconds - firstSeconds, 0), 31_557_600_000))
        guard time > now else { return }
        while nextTick <= time {
            report(monitor.advance(to: nextTick), handle)
            let beacons = tracker.tick(at: nextTick)
            let names = scannerNames
            score?.take(beacons, at: nextTick, tracker.configuration.distance) { ReplayRun.name($0, in: names) ?? "" }
            if !beacons.isEmpty { handle(.ranging(beacons), nextTick) }
            nextTick += ReplayRun.tick
            // No event can happen before the next line, so a long gap is skipped.
            if beacons.isEmpty, nextTick < time { nextTick = .seconds(time.components.seconds) }
        }
        now = time
        report(monitor.advance(to: now), handle)
    }

    private mutating func report(_ passed: [RegionTransition], _ handle: Handler) {
        for transition in passed {
            transitions += 1
            handle(.region(transition), transition.at)
        }
    }

    /// Returns the sighting in a line; nil where the line is from neither an iBeacon nor an
    /// AltBeacon.
    private mutating func sighting(of line: RecordedLine) -> BeaconSighting? {
        switch line {
        case .sighting(let recorded):
            return BeaconSighting(
                identity: recorded.identity, address: ReplayRun.address(of: recorded.identity), isNamed: true,
                rssiDBm: recorded.rssiDBm == 127 ? nil : recorded.rssiDBm,
                measuredPowerDBm: powerDBm ?? (recorded.measuredPowerDBm == 0 ? nil : recorded.measuredPowerDBm),
                dongle: number(of: recorded.scanner))
        case .advert(let recorded):
            let advert = ParsedAdvert(recorded.data)
            if advert.localName != nil, named.count < ReplayRun.namedLimit { named.insert(recorded.address) }
            guard let beacon = advert.beacon, let identity = beacon.identity else { return nil }
            return BeaconSighting(
                identity: identity, address: recorded.address, isNamed: named.contains(recorded.address),
                rssiDBm: recorded.rssiDBm == 127 ? nil : recorded.rssiDBm,
                measuredPowerDBm: powerDBm ?? (beacon.measuredPowerDBm == 0 ? nil : beacon.measuredPowerDBm))
        }
    }

    /// Returns a made-up address for a beacon. The recording has no addresses, and one address for
    /// all beacons would count as a flood.
    private static func address(of identity: BeaconIdentity) -> BluetoothAddress {
        let uuid = UInt64(truncatingIfNeeded: identity.uuid.value ^ identity.uuid.value >> 64)
        return BluetoothAddress(uuid ^ UInt64(identity.major) << 16 ^ UInt64(identity.minor))
    }

    private mutating func number(of scanner: String) -> DongleNumber {
        if let number = scanners[scanner] { return number }
        guard scanners.count < ReplayRun.scannerLimit else { return 0 }
        let number = DongleNumber(scanners.count)
        scanners[scanner] = number
        scannerNames.append(scanner)
        return number
    }

    /// Returns the receiver's name; nil if the recording names none.
    func dongle(_ number: DongleNumber) -> String? { ReplayRun.name(number, in: scannerNames) }

    private static func name(_ number: DongleNumber, in names: [String]) -> String? {
        Int(number) < names.count ? names[Int(number)] : nil
    }
}

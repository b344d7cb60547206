import Advertising
import BeaconTracking
import Recording

/// Runs a recording through the tracker and the regions, at the times of the recording. Pure: the caller gives line by line
/// and writes down what came of it.
struct ReplayRun: Sendable {
    /// What came of a line, in order of time.
    enum Event: Sendable, Hashable {
        case sighting(BeaconSighting, outcome: BeaconTracker.Outcome)
        /// The beacons heard within the last ten seconds, nearest first; once a second.
        case ranging([RangedBeacon])
        case region(RegionTransition)
    }

    /// Counted from the beginning of the recording.
    typealias Handler = (Event, _ at: Duration) -> Void

    private static let tick = Duration.seconds(1)
    /// Most addresses of which it is kept that they told a name.
    private static let namedLimit = 20_000
    /// Most receivers that are told apart; those beyond are taken for the first.
    private static let scannerLimit = 1000

    private(set) var tracker: BeaconTracker
    private(set) var monitor = RegionMonitor()
    /// Identities that were heard, floods left out. At most ``identityLimit`` are counted.
    private(set) var identities: Set<BeaconIdentity> = []
    static let identityLimit = 1_000_000
    /// Lines that are no beacon's.
    private(set) var otherAdverts = 0
    private(set) var transitions = 0
    /// Time of the first line, in the recording's own seconds.
    private(set) var firstSeconds: Double?
    /// Since the first line.
    private(set) var now = Duration.zero
    private let regions: [BeaconRegion]
    private var nextTick = Duration.zero
    private var named: Set<BluetoothAddress> = []
    private var scanners: [String: DongleNumber] = [:]

    init(regions: [BeaconRegion], distance: DistanceModel) {
        var configuration = BeaconTracker.Configuration()
        configuration.distance = distance
        tracker = BeaconTracker(configuration)
        tracker.expect(Set(regions.map(\.uuid)))
        self.regions = regions
    }

    /// Takes the next line. Time never runs backwards: a line from before the last is taken as now.
    mutating func take(_ line: RecordedLine, _ handle: Handler) {
        moveOn(to: line.timeSeconds, handle)
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
        // A thousand years are more than any recording's.
        let time = Duration.seconds(min(max(seconds - firstSeconds, 0), 31_557_600_000))
        guard time > now else { return }
        while nextTick <= time {
            report(monitor.advance(to: nextTick), handle)
            let beacons = tracker.tick(at: nextTick)
            if !beacons.isEmpty { handle(.ranging(beacons), nextTick) }
            nextTick += ReplayRun.tick
            // Nothing is to be told until the next line: seconds without end are not gone through.
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

    /// Nil for what is no iBeacon and no AltBeacon.
    private mutating func sighting(of line: RecordedLine) -> BeaconSighting? {
        switch line {
        case .sighting(let recorded):
            return BeaconSighting(
                identity: recorded.identity, address: ReplayRun.address(of: recorded.identity), isNamed: true,
                rssiDBm: recorded.rssiDBm == 127 ? nil : recorded.rssiDBm,
                measuredPowerDBm: recorded.measuredPowerDBm == 0 ? nil : recorded.measuredPowerDBm,
                dongle: number(of: recorded.scanner))
        case .advert(let recorded):
            let advert = ParsedAdvert(recorded.data)
            if advert.localName != nil, named.count < ReplayRun.namedLimit { named.insert(recorded.address) }
            guard let beacon = advert.beacon, let identity = beacon.identity else { return nil }
            return BeaconSighting(
                identity: identity, address: recorded.address, isNamed: named.contains(recorded.address),
                rssiDBm: recorded.rssiDBm == 127 ? nil : recorded.rssiDBm,
                measuredPowerDBm: beacon.measuredPowerDBm == 0 ? nil : beacon.measuredPowerDBm)
        }
    }

    /// One for each beacon: what sent it is not in the recording, and one address with all of them would be a flood.
    private static func address(of identity: BeaconIdentity) -> BluetoothAddress {
        let uuid = UInt64(truncatingIfNeeded: identity.uuid.value ^ identity.uuid.value >> 64)
        return BluetoothAddress(uuid ^ UInt64(identity.major) << 16 ^ UInt64(identity.minor))
    }

    private mutating func number(of scanner: String) -> DongleNumber {
        if let number = scanners[scanner] { return number }
        guard scanners.count < ReplayRun.scannerLimit else { return 0 }
        let number = DongleNumber(scanners.count)
        scanners[scanner] = number
        return number
    }
}

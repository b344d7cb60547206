import Advertising
import BeaconFixtures
import BeaconTracking
import Foundation
import Recording

/// Recordings made over the air. They carry the addresses of real devices, so they stay outside the
/// repository; tests that need them are skipped where they are absent.
enum AirFixture: String, CaseIterable {
    case mallBeacons = "mall-ibeacons"
    case gateway = "gateway-hcidump"
    case sixRooms = "six-rooms"

    /// Reason of a skipped test.
    static let absence: String = "the recordings are not part of the repository; name their folder in PERCH_RECORDINGS"

    /// Folder of the recordings; without the variable, a folder beside the checkout.
    static let folder: String = {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        guard named.isEmpty else { return named }
        return URL(filePath: #filePath).appending(path: "../../../../shared/data").standardized.path
    }()

    static var arePresent: Bool { allCases.allSatisfy(\.isPresent) }

    var path: String { "\(AirFixture.folder)/\(rawValue).ndjson.gz" }

    var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// A sighting and its time.
struct Heard: Sendable {
    var at: Duration
    var sighting: BeaconSighting
}

extension AirFixture {
    /// Sightings of the six rooms, read once since that takes seconds in a debug build.
    static let rooms = Result { try SixRooms(folder: AirFixture.folder) }

    private static let roomsHeard = rooms.map { rooms in
        rooms.sightings.map { Heard(at: $0.at, sighting: BeaconSighting($0)) }
    }

    /// Returns the recording's beacons, in order. If the recording has no times, the beacons are
    /// `spacing` apart.
    func heard(spacing: Duration? = nil) throws -> [Heard] {
        if self == .sixRooms { return try AirFixture.roomsHeard.get() }
        var heard: [Heard] = []
        for (number, advert) in try AirRecording(path: path).adverts.enumerated() {
            guard case .iBeacon(let beacon)? = ParsedAdvert(advert.data).beacon else { continue }
            let at = spacing.map { $0 * number } ?? .milliseconds(Int64((advert.timeSeconds * 1000).rounded()))
            let sighting = BeaconSighting(
                identity: beacon.identity, address: advert.address, rssiDBm: advert.rssiDBm,
                measuredPowerDBm: beacon.measuredPowerDBm)
            heard.append(Heard(at: at, sighting: sighting))
        }
        return heard
    }
}

extension ProximityUUID {
    /// UUID of the region in the scanner that these rules come from.
    static let example = ProximityUUID(0xE7B2_C021_5D07_4D0B_9C20_2234_88C8_B012)
}

extension BeaconIdentity {
    static func example(_ minor: Int, major: Int = 1) -> BeaconIdentity {
        BeaconIdentity(uuid: .example, major: UInt16(major), minor: UInt16(minor))
    }
}

extension BeaconSighting {
    /// Returns a sighting of a beacon with a measured power of −59 dBm, at an address of its own
    /// unless one is given.
    static func example(
        _ minor: Int = 1, rssi: Int8? = -60, address: UInt64? = nil, power: Int8? = -59, dongle: DongleNumber = 0,
        isNamed: Bool = false
    ) -> BeaconSighting {
        BeaconSighting(
            identity: .example(minor), address: BluetoothAddress(address ?? UInt64(0xA000 + minor)), isNamed: isNamed,
            rssiDBm: rssi, measuredPowerDBm: power, dongle: dongle)
    }
}

extension BeaconTracker {
    /// Hears the beacon three times over a second, the last time at `end`.
    mutating func prove(_ sighting: BeaconSighting, by end: Duration) {
        for at in [end - .seconds(1), end - .milliseconds(500), end] { hear(sighting, at: at) }
    }
}

/// Random numbers that are the same for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Source: Steele, Lea, Flood: SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension AirFixture {
    /// Calls `body` at a tick each second over the first 25,000 sightings; long silences have no
    /// ticks.
    func forEachTick(_ tracker: inout BeaconTracker, _ body: ([RangedBeacon]) -> Void) throws {
        var next: Duration?
        for heard in try heard().prefix(25_000) {
            var due = next ?? heard.at + .seconds(1)
            if heard.at - due > .seconds(300) { due = heard.at }
            while heard.at >= due {
                body(tracker.tick(at: due))
                due += .seconds(1)
            }
            next = due
            tracker.hear(heard.sighting, at: heard.at)
        }
    }
}

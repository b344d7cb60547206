import Advertising
import TestSupport
import BeaconTracking
import Foundation
import Recording

/// A sighting and its time.
struct Heard: Sendable {
    var at: Duration
    var sighting: BeaconSighting
}

extension AirFixture {
    /// Sightings of the six rooms, read once since that takes seconds in a debug build.
    static let rooms = Result { try SixRooms(folder: Checkout.recordings.path) }

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

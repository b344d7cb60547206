import Advertising
import BeaconTracking

/// How often a tracker names the room that a beacon is in, its dongles being the gateways of six rooms.
///
/// Weighted by time: every second from the first note of who is where to the end of the recording, each beacon whose room is
/// known counts once. Right is a second in which the tracker's nearest dongle is that room's; wrong is one in which it is
/// another, or in which the tracker has nothing of the beacon any more.
package struct RoomAccuracy: Sendable, Hashable {
    /// What beacons in one room came to, all of them together.
    package struct Room: Sendable, Hashable {
        /// Seconds that count.
        package var seconds = 0
        /// Of those: seconds in which the tracker named this room.
        package var right = 0
        /// Of those that count: seconds in which the tracker had something of the beacon.
        package var kept = 0

        /// 0...1.
        package var share: Double { seconds == 0 ? 0 : Double(right) / Double(seconds) }
    }

    /// By the number of the room that the beacons were in.
    package private(set) var rooms: [UInt16: Room] = [:]
    /// How often the nearest dongle changed, within seconds that count.
    package private(set) var changes = 0

    /// Those rooms together; nil = all.
    package func sum(_ numbers: Set<UInt16>? = nil) -> Room {
        rooms.filter { numbers?.contains($0.key) ?? true }.values.reduce(into: Room()) { sum, room in
            sum.seconds += room.seconds
            sum.right += room.right
            sum.kept += room.kept
        }
    }

    /// Replays the recording, a tick each second.
    ///
    /// - Parameter without: A room whose gateway is left out, and the time that beacons spent in it.
    package init(
        _ recording: SixRooms, _ truth: RoomTruth, rule: NearestDongle.Rule = NearestDongle.Rule(),
        window: Duration = .seconds(20), without: UInt16? = nil
    ) {
        var configuration = BeaconTracker.Configuration()
        configuration.nearest = rule
        configuration.window = window
        var tracker = BeaconTracker(configuration)
        guard let first = recording.sightings.first, let last = recording.sightings.last else { return }
        let followed = recording.sightings.map(\.identity).filter { truth.stays[$0.minor] != nil && $0.major == 0 }
        let identities = Set(followed).sorted()
        var named: [BeaconIdentity: DongleNumber] = [:]
        var next = first.at + .seconds(1)
        func second() {
            _ = tracker.tick(at: next)
            for identity in identities {
                guard let room = truth.room(of: identity.minor, at: next), room != without else { continue }
                rooms[room, default: Room()].seconds += 1
                guard let nearest = tracker.beacon(identity, at: next)?.nearest else { continue }
                rooms[room, default: Room()].kept += 1
                rooms[room, default: Room()].right += nearest == room ? 1 : 0
                if let before = named.updateValue(nearest, forKey: identity), before != nearest { changes += 1 }
            }
            next += .seconds(1)
        }
        for sighting in recording.sightings {
            while sighting.at >= next { second() }
            guard sighting.room != without else { continue }
            tracker.hear(BeaconSighting(sighting), at: sighting.at)
        }
        while next <= last.at { second() }
    }
}

extension BeaconSighting {
    /// Each room's gateway is a dongle of the room's number.
    package init(_ sighting: SixRooms.Sighting) {
        self.init(
            identity: sighting.identity, address: sighting.address, rssiDBm: sighting.rssiDBm,
            measuredPowerDBm: sighting.measuredPowerDBm, dongle: sighting.room)
    }
}

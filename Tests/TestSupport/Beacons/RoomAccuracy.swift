import Advertising
import BeaconTracking

/// Accuracy with which a tracker names the room of a beacon, with the gateways of six rooms as its
/// dongles.
///
/// It is weighted by time: from the first note of a beacon's room to the end of the recording, each
/// second counts once for each beacon whose room is known. A second is right if the tracker's
/// nearest dongle is that room's. It is wrong if the nearest dongle is another room's, or if the
/// tracker has dropped the beacon.
package struct RoomAccuracy: Sendable, Hashable {
    /// Result of all beacons in one room together.
    package struct Room: Sendable, Hashable {
        /// Counted seconds: those in which a beacon's room is known.
        package var seconds = 0
        /// Counted seconds in which the tracker named this room.
        package var right = 0
        /// Counted seconds in which the tracker still had the beacon.
        package var kept = 0

        /// Share of right seconds among the counted ones, 0...1.
        package var share: Double { seconds == 0 ? 0 : Double(right) / Double(seconds) }
    }

    /// Results by the number of the room that the beacons were in.
    package private(set) var rooms: [UInt16: Room] = [:]
    /// Number of times that the nearest dongle changed within counted seconds.
    package private(set) var changes = 0

    /// Returns the sum of the rooms with these numbers; nil = all rooms.
    package func sum(_ numbers: Set<UInt16>? = nil) -> Room {
        rooms.filter { numbers?.contains($0.key) ?? true }.values.reduce(into: Room()) { sum, room in
            sum.seconds += room.seconds
            sum.right += room.right
            sum.kept += room.kept
        }
    }

    /// Replays the recording, with one tick each second.
    ///
    /// - Parameter without: Number of a room to leave out, both its gateway and the time that
    ///   beacons spent in it.
    package init(
        _ recording: SixRooms, _ truth: RoomTruth, rule: NearestDongle.Rule = NearestDongle.Rule(),
        without: UInt16? = nil
    ) {
        var configuration = BeaconTracker.Configuration()
        configuration.nearest = rule
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
    /// Each room's gateway is a dongle with the room's number.
    package init(_ sighting: SixRooms.Sighting) {
        self.init(
            identity: sighting.identity, address: sighting.address, rssiDBm: sighting.rssiDBm,
            measuredPowerDBm: sighting.measuredPowerDBm, dongle: sighting.room)
    }
}

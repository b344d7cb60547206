import Advertising
import CP28
import GatewayModel
import JSONLines
import Logging
import Payfrit
import Store

/// The beacons of every business, kept for when the backend is out of reach, and the shards that they are of.
extension PayfritService {
    /// What is older is read again when somebody looks.
    private static let knownAge: Int64 = 600_000_000

    /// Reads every active beacon of the backend again where that is ten minutes old, and has the badges know them. Where it fails, what
    /// was known still is, and nobody tries again for a while.
    func keepBackendBeacons() async {
        if let failed = knownFailed, clock.now() - failed < Self.afterFailure { return }
        do {
            try await renewBackendBeacons()
            knownFailed = nil
        } catch {
            knownFailed = clock.now()
            logger.debug("The beacons of all businesses are not read: \(error)")
        }
    }

    private func renewBackendBeacons() async throws {
        let place = try place()
        guard place.generation == .php else { return }
        let known = try await store.backendBeacons(base: place.base)
        if let known, now - known.readMicroseconds < Self.knownAge, known.readMicroseconds <= now {
            return badges.setKnown(known.beacons)
        }
        if let known { badges.setKnown(known.beacons) }
        let all = try await ask(nil) { backend throws(PayfritError) in try await backend.allBeacons() }
        let beacons = all.compactMap(BackendBeacon.init)
        let left = try await store.setBackendBeacons(beacons, base: place.base, atMicroseconds: now)
        if left > 0 { logger.warning("\(left) of \(beacons.count) beacons of the backend are not kept.") }
        badges.setKnown(Array(beacons.prefix(Store.backendBeaconLimit)))
        await noteShards(beacons.filter { $0.major != nil && $0.minor != nil }.map(\.uuid))
    }

    /// What was registered with a UUID or an address when that was last known; nil where it never was.
    func knownBeacons(_ isMeant: (BackendBeacon) -> Bool) async throws -> PayfritBeaconList? {
        guard let known = try await store.backendBeacons(base: try place().base) else { return nil }
        return PayfritBeaconList(
            beacons: known.beacons.filter(isMeant).map(PayfritBeacon.init),
            asOf: Timestamp(microsecondsSince1970: known.readMicroseconds))
    }

    /// Adds UUIDs that the backend has allocated to the pool, as far as there is room.
    func noteShards(_ uuids: [ProximityUUID]) async {
        let usable = uuids.filter { BanList.bundled.entry(of: $0) == nil }
        do {
            let left = try await store.addShards(usable)
            if left > 0 {
                logger.warning("\(left) UUIDs of the backend do not fit into the pool of \(Store.shardLimit).")
            }
        } catch {
            logger.error("What the backend allocates is not added to the pool: \(error)")
        }
    }
}

extension BackendBeacon {
    /// Nil for what has no UUID by which it could be known.
    fileprivate init?(_ beacon: Beacon) {
        guard let uuid = beacon.uuid else { return nil }
        self.init(
            id: beacon.id, uuid: uuid, major: beacon.major, minor: beacon.minor, address: beacon.address,
            name: beacon.servicePointName ?? beacon.name, business: beacon.business, businessName: beacon.businessName)
    }
}

extension PayfritBeacon {
    fileprivate init(_ beacon: BackendBeacon) {
        self.init(id: beacon.id, uuid: beacon.uuid.description, name: beacon.name, business: beacon.business)
        (businessName, active) = (beacon.businessName, true)
        (major, minor) = (beacon.major.map(Int.init), beacon.minor.map(Int.init))
        address = beacon.address?.description
    }
}

import Advertising
import CP28
import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// Stored copy of the beacons of every business, for when the backend cannot be reached, and their
/// shards.
extension PayfritService {
    /// Age in microseconds from which the copy is read again when it is needed.
    private static let knownAge: Int64 = 600_000_000

    /// Reads every active beacon of the backend again if the copy is ten minutes old, and updates
    /// the badges. If that fails, the copy stays in use, and there is no retry for a while.
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
        let known = try await store.payfrit.backendBeacons(base: place.base)
        if let known, now - known.readMicroseconds < Self.knownAge, known.readMicroseconds <= now {
            return badges.setKnown(known.beacons)
        }
        if let known { badges.setKnown(known.beacons) }
        let all = try await ask(nil) { backend throws(PayfritError) in try await backend.allBeacons() }
        let beacons = all.compactMap(BackendBeacon.init)
        let left = try await store.payfrit.setBackendBeacons(beacons, base: place.base, atMicroseconds: now)
        if left > 0 { logger.warning("\(left) of \(beacons.count) beacons of the backend are not kept.") }
        badges.setKnown(Array(beacons.prefix(PayfritStore.backendBeaconLimit)))
        await noteShards(beacons.filter { $0.major != nil && $0.minor != nil }.map(\.uuid))
    }

    /// Returns matching beacons from the stored copy; nil if there is no copy.
    func knownBeacons(_ isMeant: (BackendBeacon) -> Bool) async throws -> PayfritBeaconList? {
        guard let known = try await store.payfrit.backendBeacons(base: try place().base) else { return nil }
        return PayfritBeaconList(
            beacons: known.beacons.filter(isMeant).map(PayfritBeacon.init),
            asOf: Timestamp(microsecondsSince1970: known.readMicroseconds))
    }

    /// Adds UUIDs that the backend has allocated to the pool, as far as there is room.
    func noteShards(_ uuids: [ProximityUUID]) async {
        let usable = uuids.filter { BanList.bundled.entry(of: $0) == nil }
        do {
            let left = try await store.runs.addShards(usable)
            if left > 0 {
                logger.warning("\(left) UUIDs of the backend do not fit into the pool of \(RunStore.shardLimit).")
            }
        } catch {
            logger.error("What the backend allocates is not added to the pool: \(error)")
        }
    }
}

extension BackendBeacon {
    /// Creates the copy of a beacon; nil for a beacon without a UUID.
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

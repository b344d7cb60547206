import Advertising
import CP28
import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// Stored copy of the beacons of every business, for when the backend cannot be reached, and their
/// shards.
actor BackendCopy {
    /// Age in microseconds from which the copy is read again when it is needed.
    private static let knownAge: Int64 = 600_000_000

    private let tools: PayfritTools
    private let account: PayfritAccount
    /// Time of the last failed reading.
    private var failedAt: Duration?

    init(_ tools: PayfritTools, _ account: PayfritAccount) {
        (self.tools, self.account) = (tools, account)
    }

    /// Reads every active beacon of the backend again if the copy is ten minutes old, and updates
    /// the badges. If that fails, the copy stays in use, and there is no retry for a while.
    func keep() async {
        if let failedAt, tools.clock.now() - failedAt < PayfritDirectory.afterFailure { return }
        do {
            try await renew()
            failedAt = nil
        } catch {
            failedAt = tools.clock.now()
            tools.logger.debug("The beacons of all businesses are not read: \(error)")
        }
    }

    private func renew() async throws {
        let place = try tools.place()
        guard place.generation == .php else { return }
        let now = tools.now
        let known = try await tools.store.payfrit.backendBeacons(base: place.base)
        if let known, now - known.readMicroseconds < Self.knownAge, known.readMicroseconds <= now {
            return tools.badges.setKnown(known.beacons)
        }
        if let known { tools.badges.setKnown(known.beacons) }
        let all = try await account.ask(nil) { try await $0.allBeacons() }
        let beacons = all.compactMap(BackendBeacon.init)
        let left = try await tools.store.payfrit.setBackendBeacons(beacons, base: place.base, atMicroseconds: tools.now)
        if left > 0 { tools.logger.warning("\(left) of \(beacons.count) beacons of the backend are not kept.") }
        tools.badges.setKnown(Array(beacons.prefix(PayfritStore.backendBeaconLimit)))
        await noteShards(beacons.filter { $0.major != nil && $0.minor != nil }.map(\.uuid))
    }

    /// Returns matching beacons from the stored copy; nil if there is no copy.
    func beacons(_ isMeant: (BackendBeacon) -> Bool) async throws -> PayfritBeaconList? {
        guard let known = try await tools.store.payfrit.backendBeacons(base: try tools.place().base) else { return nil }
        return PayfritBeaconList(
            beacons: known.beacons.filter(isMeant).map(PayfritBeacon.init),
            asOf: Timestamp(microsecondsSince1970: known.readMicroseconds))
    }

    /// Adds UUIDs that the backend has allocated to the pool, as far as there is room.
    func noteShards(_ uuids: [ProximityUUID]) async {
        let usable = uuids.filter { BanList.bundled.entry(of: $0) == nil }
        do {
            let left = try await tools.store.runs.addShards(usable)
            if left > 0 {
                tools.logger.warning("\(left) UUIDs of the backend do not fit into the pool of \(RunStore.shardLimit).")
            }
        } catch {
            tools.logger.error("What the backend allocates is not added to the pool: \(error)")
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

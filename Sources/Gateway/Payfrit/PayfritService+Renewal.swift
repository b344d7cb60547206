import GatewayModel
import Advertising
import Logging
import Payfrit
import Store

/// What this gateway knows of the backend's places follows the backend: beacons are deleted, taken away and replaced there by
/// others, too.
extension PayfritService {
    /// Whoever looks at tables sees none that is older than this, where the backend answers.
    static let freshness = Duration.seconds(10)
    /// Longest wait of somebody who looks at tables, and of a beacon that is about to be written.
    private static let renewalLimit = Duration.seconds(3)

    /// The service points and the beacons of the session's business. Tables and badges follow what they say.
    ///
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`.
    @discardableResult
    func places(_ session: PayfritSession) async throws -> (points: Rows<ServicePoint>, beacons: Rows<Beacon>) {
        let began = now
        let points = try await ask(session) { backend throws(PayfritError) in try await backend.servicePoints(session) }
        let beacons = try await ask(session) { backend throws(PayfritError) in try await backend.beacons(session) }
        // Who has logged in meanwhile, or chosen another business, sees other beacons.
        guard login?.token == session.token, login?.business == session.business, let business = session.business else {
            return (points, beacons)
        }
        await noteShards(beacons.filter { $0.identity != nil }.compactMap(\.uuid))
        badges.setOurs(beacons.filter(\.isActive).map(BadgeCache.Own.init))
        // What could not be read may be the very beacon of a table. The older API does not tell where beacons are.
        guard points.leftOut == 0, beacons.leftOut == 0, try place().generation == .php else {
            return (points, beacons)
        }
        let places = BackendPlaces(points, beacons)
        let (base, limit) = (try place().base, Store.tableLimit)
        for table in try await store.tables(base: base, business: business, limit: limit)
        where table.updatedMicroseconds < began {
            guard let present = places.follow(table) else { continue }
            _ = try await store.changeTable(table.id, atMicroseconds: now) { known in
                guard known == table else { return false }
                known = present
                return true
            }
            logger.info("\(table.name) is \(present.state.rawValue) now: \(present.reason ?? "as the backend has it").")
        }
        try await setTableBadges(business)
        return (points, beacons)
    }

    /// Has the badges follow the tables that have a beacon.
    func setTableBadges(_ business: Int?) async throws {
        let tables = try await store.tables(base: try place().base, business: business, limit: BadgeCache.limit)
        badges.setTables(tables.filter { $0.address != nil }.map { ($0.identity, $0.name) })
    }

    /// Asks the backend again where what is known of it is older than a few seconds. Waits for 3 s at most; where it cannot be
    /// reached, what is known stays, and the status tells.
    func renew() async {
        load()
        guard isStale, (try? session()) != nil else { return }
        await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask { await self.renewOnce() }
            group.addTask { await clock.sleep(clock.now() + Self.renewalLimit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// What was changed at the backend a moment ago, as it is there now. That it cannot be read does not undo the change.
    func renew(after session: PayfritSession) async {
        badges.forgetOurs()
        do { try await places(session) } catch { logger.debug("What was changed is not read back: \(error)") }
    }

    private var isStale: Bool {
        let now = clock.now()
        // Once it was out of reach, nobody waits for it again for a while.
        if let failed = renewalFailed, now - failed < Self.afterFailure { return false }
        return badges.isOlder(than: Self.freshness)
    }

    private func renewOnce() async {
        await renewing.take {
            guard isStale, let session = try? session() else { return }
            do {
                try await places(session)
                renewalFailed = nil
            } catch {
                renewalFailed = clock.now()
                logger.debug("What the backend has is not known: \(error)")
            }
        }
    }

    /// The table at which a beacon is registered, here or at the backend, as far as is known; none that is to have the identity.
    func tableName(ofBeacon address: BluetoothAddress, otherThan identity: BeaconIdentity) async throws -> String? {
        if let table = try await store.tables(with: address).first(where: { $0.identity != identity }) {
            return table.name
        }
        await renew()
        return badges.owner(of: address).flatMap { $0.identity == identity ? nil : $0.name }
    }
}

/// What a backend has at the service points of a business.
struct BackendPlaces {
    private let points: [Int: ServicePoint]
    /// By the service points they are at.
    private let beacons: [Int: Beacon]

    init(_ points: Rows<ServicePoint>, _ beacons: Rows<Beacon>) {
        self.points = Dictionary(points.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let newestFirst = beacons.filter(\.isActive).sorted { $0.id > $1.id }
        // Hardware is at one place; what was registered last is where.
        var hardware: Set<BluetoothAddress> = []
        let real = newestFirst.filter { $0.address.map { hardware.insert($0).inserted } ?? true }
        let active = Dictionary(real.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        // The service point says which is its beacon; some beacons say it, too.
        var places = Dictionary(
            real.compactMap { beacon in beacon.servicePoint.map { ($0, beacon) } },
            uniquingKeysWith: { newest, _ in newest })
        for point in points { if let beacon = point.beacon { places[point.id] = active[beacon] } }
        self.beacons = places
    }

    /// A table as it is to be noted, where the backend has something else; nil where it has not, or something is under way here.
    func follow(_ table: StoredTable) -> StoredTable? {
        guard table.state == .registered || table.state == .planned else { return nil }
        var table = table
        guard let point = points[table.place.servicePoint] else {
            (table.state, table.reason) = (.dropped, "the backend has no such service point any more")
            return table
        }
        let before = table
        table.name = point.name
        let beacon = beacons[point.id]
        if let beacon, table.state == .planned || !beacon.isThat(of: table) {
            let name = beacon.address?.description ?? "#\(beacon.id)"
            let sent = beacon.identity.flatMap { $0 == table.identity ? nil : ", which sends \($0)" } ?? ""
            (table.state, table.reason) = (.registered, "the backend has beacon \(name) there\(sent)")
            (table.address, table.beacon) = (beacon.address, beacon.id)
            (table.run, table.registeredMicroseconds) = (nil, nil)
        } else if table.state == .registered, beacon == nil {
            (table.state, table.reason) = (.planned, "the backend has no beacon there any more")
            (table.address, table.beacon, table.run, table.registeredMicroseconds) = (nil, nil, nil, nil)
        }
        return table == before ? nil : table
    }
}

extension Beacon {
    /// Whether it is the hardware that a table was registered with; without an address its number decides.
    fileprivate func isThat(of table: StoredTable) -> Bool {
        address.map { $0 == table.address } ?? (table.beacon == nil || table.beacon == id)
    }
}

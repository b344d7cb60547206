import Advertising
import GatewayModel
import Logging
import Payfrit
import Store

/// Service points and beacons of the backend, and the owners of heard beacons. Other clients
/// also delete, remove and replace beacons there.
package actor PayfritDirectory {
    /// Largest age of the tables that a client gets, while the backend answers.
    static let freshness = Duration.seconds(10)
    /// Longest wait for a renewal, before tables are listed and before a beacon is written.
    private static let renewalLimit = Duration.seconds(3)
    /// Wait after a failed attempt to renew knowledge for which nothing waits.
    static let afterFailure = Duration.seconds(30)

    nonisolated let tools: PayfritTools
    nonisolated let account: PayfritAccount
    nonisolated let copy: BackendCopy
    /// Allows one renewal at a time.
    private let renewing = Turns()
    /// Time of the last failed renewal.
    private var renewalFailed: Duration?

    init(_ tools: PayfritTools, _ account: PayfritAccount, _ copy: BackendCopy) {
        (self.tools, self.account, self.copy) = (tools, account, copy)
    }

    /// Reads the service points and the beacons of the session's business, and updates tables and
    /// badges accordingly.
    ///
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`.
    @discardableResult
    func places(_ session: PayfritSession) async throws -> (points: Rows<ServicePoint>, beacons: Rows<Beacon>) {
        let began = tools.now
        let points = try await account.ask(session) { try await $0.servicePoints(session) }
        let beacons = try await account.ask(session) { try await $0.beacons(session) }
        // After another login or choice of business, other beacons are visible.
        guard let business = session.business,
            await account.ifCurrent(
                session, { [tools] in tools.badges.setOurs(beacons.filter(\.isActive).map(BadgeCache.Own.init)) })
        else { return (points, beacons) }
        await copy.noteShards(beacons.filter { $0.identity != nil }.compactMap(\.uuid))
        // A beacon that could not be read may be the one of a table. The older API does not report
        // where beacons are.
        guard points.leftOut == 0, beacons.leftOut == 0, try tools.place().generation == .php else {
            return (points, beacons)
        }
        let places = BackendPlaces(points, beacons)
        let (base, limit) = (try tools.place().base, PayfritStore.tableLimit)
        for table in try await tools.store.payfrit.tables(base: base, business: business, limit: limit)
        where table.updatedMicroseconds < began {
            guard let present = places.follow(table) else { continue }
            _ = try await tools.store.payfrit.changeTable(table.id, atMicroseconds: tools.now) { known in
                guard known == table else { return false }
                known = present
                return true
            }
            tools.logger.info(
                "\(table.name) is \(present.state.rawValue) now: \(present.reason ?? "as the backend has it").")
        }
        try await setTableBadges(business)
        return (points, beacons)
    }

    /// Updates the badges from the tables that have a beacon.
    func setTableBadges(_ business: Int?) async throws {
        let tables = try await tools.store.payfrit.tables(
            base: try tools.place().base, business: business, limit: BadgeCache.limit)
        tools.badges.setTables(tables.filter { $0.address != nil }.map { ($0.identity, $0.name) })
    }

    /// Reads the backend again if the last reading is older than a few seconds. Waits at most 3 s;
    /// if the backend cannot be reached, the earlier knowledge stays, and the status reports it.
    func renew() async {
        guard isStale, (try? await account.session()) != nil else { return }
        await tools.clock.atMost(Self.renewalLimit) { await self.renewOnce() }
    }

    /// Reads the backend after a change there. A failure to read does not undo the change.
    func renew(after session: PayfritSession) async {
        tools.badges.forgetOurs()
        do { try await places(session) } catch { tools.logger.debug("What was changed is not read back: \(error)") }
    }

    private var isStale: Bool {
        let now = tools.clock.now()
        // After a failure, no request waits for the backend for a while.
        if let failed = renewalFailed, now - failed < Self.afterFailure { return false }
        return tools.badges.isOlder(than: Self.freshness)
    }

    private func renewOnce() async {
        await renewing.take {
            guard isStale, let session = try? await account.session() else { return }
            do {
                try await places(session)
                renewalFailed = nil
            } catch {
                renewalFailed = tools.clock.now()
                tools.logger.debug("What the backend has is not known: \(error)")
            }
        }
    }

    /// Returns the name of the table at which a beacon is registered, here or at the backend, as
    /// far as is known. Ignores the table that is to have this identity.
    func tableName(ofBeacon address: BluetoothAddress, otherThan identity: BeaconIdentity) async throws -> String? {
        if let table = try await tools.store.payfrit.tables(with: address).first(where: { $0.identity != identity }) {
            return table.name
        }
        await renew()
        return tools.badges.owner(of: address).flatMap { $0.identity == identity ? nil : $0.name }
    }
}

/// Beacons that a backend has at the service points of a business.
struct BackendPlaces {
    private let points: [Int: ServicePoint]
    /// Beacons, by the number of their service point.
    private let beacons: [Int: Beacon]

    init(_ points: Rows<ServicePoint>, _ beacons: Rows<Beacon>) {
        self.points = Dictionary(points.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let newestFirst = beacons.filter(\.isActive).sorted { $0.id > $1.id }
        // Hardware can only be at one place; the newest registration shows where.
        var hardware: Set<BluetoothAddress> = []
        let real = newestFirst.filter { $0.address.map { hardware.insert($0).inserted } ?? true }
        let active = Dictionary(real.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        // The service point names its beacon; some beacons name their service point, too.
        var places = Dictionary(
            real.compactMap { beacon in beacon.servicePoint.map { ($0, beacon) } },
            uniquingKeysWith: { newest, _ in newest })
        for point in points { if let beacon = point.beacon { places[point.id] = active[beacon] } }
        self.beacons = places
    }

    /// Returns the updated table if the backend differs from it; nil if it does not, or if a change
    /// is under way here.
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
    /// Returns whether this is the hardware that a table was registered with; without an address,
    /// the number decides.
    fileprivate func isThat(of table: StoredTable) -> Bool {
        address.map { $0 == table.address } ?? (table.beacon == nil || table.beacon == id)
    }
}

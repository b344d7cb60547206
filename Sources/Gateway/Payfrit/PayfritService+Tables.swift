import Advertising
import CP28
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers
import Payfrit
import Store

/// Tables that get beacons.
extension PayfritService {
    /// Plans a table: finds or creates its service point, and gets the identity for its beacon. The
    /// same service point always gives the same table.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`, `StoreError`.
    package func planTable(_ order: PayfritTableOrder) async throws -> PayfritTable {
        guard [order.servicePoint != nil, order.name != nil, order.after != nil].filter(\.self).count <= 1 else {
            throw PayfritServiceError.manyPlaces
        }
        return try await planning.take {
            let session = try session()
            let point = try await servicePoint(for: order, session)
            let config = try await config(of: point, session)
            await noteShards([config.identity.uuid])
            let plan = StoredTable.Plan(
                place: StoredTable.Place(
                    base: try place().base, business: session.business ?? 0, servicePoint: point.id),
                name: point.name, identity: config.identity, rssiAt1m: config.rssiAt1mDBm,
                intervalMs: config.intervalUnits.map { $0 * 100 }, txPower: config.txPowerIndex,
                businessName: login?.businessName)
            let table = try await store.payfrit.planTable(plan, atMicroseconds: now)
            if order.isNext {
                try await store.payfrit.noteServicePointBegun(nil, base: plan.place.base, business: plan.place.business)
            }
            // Another client may have given the service point a beacon.
            guard point.beacon != nil, table.state == .planned else { return PayfritTable(table) }
            try await places(session)
            return PayfritTable(try await stored(table.id))
        }
    }

    /// Returns tables of the backend that is set up, oldest first, updated from the backend if it
    /// answers soon.
    ///
    /// - Parameters:
    /// - states: States to list; nil = all but dropped tables.
    ///   - after: Id after which the list begins.
    ///   - limit: 1...1000.
    package func tables(
        states: Set<TableState>? = nil, after: Int64 = 0, limit: Int
    ) async throws -> PayfritTableList {
        await renew()
        let stored = try await store.payfrit.tables(
            base: try place().base, states: states.map { Set($0) }, after: after, limit: limit)
        var tables: [PayfritTable] = []
        for table in stored { tables.append(PayfritTable(try await settled(table))) }
        return PayfritTableList(tables: tables, stale: badges.isOlder(than: Self.freshness * 2) ? true : nil)
    }

    /// - Throws: ``PayfritServiceError/unknownTable(_:)``, `StoreError`.
    package func table(_ id: Int64) async throws -> PayfritTable {
        PayfritTable(try await settled(try await stored(id)))
    }

    /// Drops a table, and its registration if that is not delivered yet. The service point stays.
    ///
    /// - Throws: ``PayfritServiceError/unknownTable(_:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``; `StoreError`.
    package func dropTable(_ id: Int64) async throws -> PayfritTable {
        let table = try await settled(try await stored(id))
        if let entry = table.entry, try await isRegistration(entry) {
            try await dropRegistration(entry)
            return try await self.table(id)
        }
        let dropped = try await change(id, from: [.planned, .provisioned, .registered, .dropped], wish: "dropped") {
            $0.state = .dropped
            $0.reason = nil
        }
        badges.dropTable(dropped.identity)
        return PayfritTable(dropped)
    }

    func stored(_ id: Int64) async throws -> StoredTable {
        guard let table = try await store.payfrit.table(id) else { throw PayfritServiceError.unknownTable(id) }
        return table
    }

    /// - Throws: ``PayfritServiceError/unknownTable(_:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``, `StoreError`.
    func change(
        _ id: Int64, from states: Set<TableState>, wish: String,
        _ change: @escaping @Sendable (inout StoredTable) -> Void
    ) async throws -> StoredTable {
        let before = try await stored(id)
        guard states.contains(before.state) else {
            throw PayfritServiceError.wrongState(table: id, state: before.state.rawValue, wish: wish)
        }
        let isChanged = NIOLockedValueBox(false)
        let after = try await store.payfrit.changeTable(id, atMicroseconds: now) { table in
            // Another request may have been quicker.
            guard table.state == before.state else { return false }
            change(&table)
            isChanged.withLockedValue { $0 = true }
            return true
        }
        guard let after else { throw PayfritServiceError.unknownTable(id) }
        guard isChanged.withLockedValue(\.self) else {
            throw PayfritServiceError.wrongState(table: id, state: after.state.rawValue, wish: wish)
        }
        return after
    }

    // MARK: Service points

    private func servicePoint(
        for order: PayfritTableOrder, _ session: PayfritSession
    ) async throws -> ServicePoint {
        let points = try await ask(session) { backend throws(PayfritError) in try await backend.servicePoints(session) }
        if let id = order.servicePoint {
            guard let point = points.first(where: { $0.id == id }) else {
                throw PayfritServiceError.unknownServicePoint(id)
            }
            return point
        }
        if let text = order.name {
            let name = try Self.name(text)
            let same = points.filter { $0.name.lowercased() == name.lowercased() }
            guard same.count < 2 else { throw PayfritServiceError.ambiguousServicePoint(name, same.map(\.id)) }
            if let point = same.first { return point }
            return try await makeServicePoint(name, session)
        }
        return try await nextServicePoint(after: order.after, points, session)
    }

    /// Returns the service point with the next name. If an earlier call created one but never
    /// stored its table, returns that one instead of creating another.
    private func nextServicePoint(
        after last: String?, _ points: Rows<ServicePoint>, _ session: PayfritSession
    ) async throws -> ServicePoint {
        let (base, business) = (try place().base, session.business ?? 0)
        let tables = try await store.payfrit.tables(base: base, business: business, limit: PayfritStore.tableLimit)
        let begun = try await store.payfrit.servicePointBegun(base: base, business: business)?.lowercased()
        let left = points.first { point in
            point.name.lowercased() == begun && point.beacon == nil
                && !tables.contains { $0.place.servicePoint == point.id }
        }
        let others = points.filter { $0.id != left?.id }.map(\.name)
        let names = others + tables.map(\.name)
        guard let name = TableName.free(after: last, among: names) else {
            throw PayfritServiceError.noNextName(after: last ?? TableName.highest(of: names) ?? "")
        }
        if let left, left.name.lowercased() == name.lowercased() { return left }
        try await store.payfrit.noteServicePointBegun(name, base: base, business: business)
        return try await makeServicePoint(name, session)
    }

    private func makeServicePoint(_ name: String, _ session: PayfritSession) async throws -> ServicePoint {
        try await ask(session) { backend throws(PayfritError) in
            try await backend.saveServicePoint(ServicePointChange(name: name), session)
        }
    }

    // MARK: Allocation

    private func config(of point: ServicePoint, _ session: PayfritSession) async throws -> BeaconConfig {
        try await ask(session) { backend throws(PayfritError) in
            do throws(PayfritError) {
                return try await backend.beaconConfig(servicePoint: point.id, session)
            } catch {
                // Some backends serve the parts but not the whole.
                switch error {
                case .http(404), .http(405), .http(501), .malformed: break
                default: throw error
                }
                let namespace = try await backend.namespace(session)
                let minor = try await backend.minor(servicePoint: point.id, session)
                return BeaconConfig(
                    identity: BeaconIdentity(uuid: namespace.uuid, major: namespace.major, minor: minor),
                    name: point.name)
            }
        }
    }
}

extension PayfritTableOrder {
    /// Whether the order names no place.
    fileprivate var isNext: Bool { servicePoint == nil && name == nil }
}

extension PayfritTable {
    init(_ table: StoredTable) {
        self.init(
            id: table.id, state: table.state, reason: table.reason, base: table.place.base,
            business: table.place.business, servicePoint: table.place.servicePoint, name: table.name,
            uuid: table.identity.uuid, major: Int(table.identity.major), minor: Int(table.identity.minor),
            address: table.address, run: table.run, registration: table.entry, beacon: table.beacon,
            businessName: table.businessName,
            registered: table.registeredMicroseconds.map(Timestamp.init(microsecondsSince1970:)),
            created: Timestamp(microsecondsSince1970: table.createdMicroseconds),
            updated: Timestamp(microsecondsSince1970: table.updatedMicroseconds))
    }
}

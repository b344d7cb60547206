import Advertising
import CP28
import GatewayModel
import Payfrit
import Store

/// Plans of tables: each with its service point, and with the identity for its beacon.
package struct TablePlanner: Sendable {
    let tools: PayfritTools
    let account: PayfritAccount
    let directory: PayfritDirectory
    let copy: BackendCopy
    /// Plans one table at a time, so that no two get the same name.
    let planning = Turns()

    /// Plans a table: finds or creates its service point, and gets the identity for its beacon. The
    /// same service point always gives the same table.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`, `StoreError`.
    package func plan(_ order: PayfritTableOrder) async throws -> PayfritTable {
        guard [order.servicePoint != nil, order.name != nil, order.after != nil].filter(\.self).count <= 1 else {
            throw PayfritServiceError.manyPlaces
        }
        return try await planning.take {
            let session = try await account.session()
            let point = try await servicePoint(for: order, session)
            let config = try await config(of: point, session)
            await copy.noteShards([config.identity.uuid])
            let plan = StoredTable.Plan(
                place: StoredTable.Place(
                    base: try tools.place().base, business: session.business ?? 0, servicePoint: point.id),
                name: point.name, identity: config.identity, rssiAt1m: config.rssiAt1mDBm,
                intervalMs: config.intervalUnits.map { $0 * 100 }, txPower: config.txPowerIndex,
                businessName: await account.login?.businessName)
            let table = try await tools.store.payfrit.planTable(plan, atMicroseconds: tools.now)
            if order.isNext {
                try await tools.store.payfrit.noteServicePointBegun(
                    nil, base: plan.place.base, business: plan.place.business)
            }
            // Another client may have given the service point a beacon.
            guard point.beacon != nil, table.state == .planned else { return PayfritTable(table) }
            try await directory.places(session)
            return PayfritTable(try await tools.table(table.id))
        }
    }

    // MARK: Service points

    private func servicePoint(
        for order: PayfritTableOrder, _ session: PayfritSession
    ) async throws -> ServicePoint {
        let points = try await account.ask(session) { try await $0.servicePoints(session) }
        if let id = order.servicePoint {
            guard let point = points.first(where: { $0.id == id }) else {
                throw PayfritServiceError.unknownServicePoint(id)
            }
            return point
        }
        if let text = order.name {
            let name = try PayfritTools.name(text)
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
        let (base, business) = (try tools.place().base, session.business ?? 0)
        let tables = try await tools.store.payfrit.tables(
            base: base, business: business, limit: PayfritStore.tableLimit)
        let begun = try await tools.store.payfrit.servicePointBegun(base: base, business: business)?.lowercased()
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
        try await tools.store.payfrit.noteServicePointBegun(name, base: base, business: business)
        return try await makeServicePoint(name, session)
    }

    private func makeServicePoint(_ name: String, _ session: PayfritSession) async throws -> ServicePoint {
        try await account.ask(session) { try await $0.saveServicePoint(ServicePointChange(name: name), session) }
    }

    // MARK: Allocation

    private func config(of point: ServicePoint, _ session: PayfritSession) async throws -> BeaconConfig {
        try await account.ask(session) { backend throws(PayfritError) in
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

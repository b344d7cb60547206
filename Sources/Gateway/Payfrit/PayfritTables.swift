import Advertising
import CP28
import Concurrency
import GatewayModel
import LineFormats
import Logging
import NIOConcurrencyHelpers
import Payfrit
import Store

/// Tables on their way from the plan to the registration.
package actor PayfritTables {
    private static let provisionable: Set<TableState> = [.planned, .provisioned, .registered]

    private let tools: PayfritTools
    private let account: PayfritAccount
    private let directory: PayfritDirectory
    private let registrations: RegistrationLane
    private let provisioning: ProvisioningService
    private let settlement: TableSettlement
    /// Tables whose run is about to begin.
    private var starting: Set<Int64> = []
    /// Whether the tables left by an earlier gateway were settled.
    private var isSettled = false
    private let settling = Turns()

    init(
        _ tools: PayfritTools, _ account: PayfritAccount, _ directory: PayfritDirectory,
        _ registrations: RegistrationLane, _ provisioning: ProvisioningService
    ) {
        (self.tools, self.account, self.directory) = (tools, account, directory)
        (self.registrations, self.provisioning) = (registrations, provisioning)
        settlement = TableSettlement(tools: tools)
    }

    /// Returns tables of the backend that is set up, oldest first, updated from the backend if it
    /// answers soon.
    ///
    /// - Parameters:
    ///   - states: States to list; nil = all but dropped tables.
    ///   - after: Id after which the list begins.
    ///   - limit: 1...1000.
    package func list(
        states: Set<TableState>? = nil, after: Int64 = 0, limit: Int
    ) async throws -> PayfritTableList {
        await directory.renew()
        let stored = try await tools.store.payfrit.tables(
            base: try tools.place().base, states: states.map { Set($0) }, after: after, limit: limit)
        var tables: [PayfritTable] = []
        for table in stored { tables.append(PayfritTable(try await settled(table))) }
        return PayfritTableList(
            tables: tables, stale: tools.badges.isOlder(than: PayfritDirectory.freshness * 2) ? true : nil)
    }

    /// - Throws: ``PayfritServiceError/unknownTable(_:)``, `StoreError`.
    package func table(_ id: Int64) async throws -> PayfritTable {
        PayfritTable(try await settled(try await tools.table(id)))
    }

    /// Drops a table, and its registration if that is not delivered yet. The service point stays.
    ///
    /// - Throws: ``PayfritServiceError/unknownTable(_:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``; `StoreError`.
    package func drop(_ id: Int64) async throws -> PayfritTable {
        let table = try await settled(try await tools.table(id))
        if let entry = table.entry, try await registrations.isRegistration(entry) {
            try await registrations.drop(entry)
            return try await self.table(id)
        }
        let dropped = try await change(id, from: [.planned, .provisioned, .registered, .dropped], wish: "dropped") {
            $0.state = .dropped
            $0.reason = nil
        }
        tools.badges.dropTable(dropped.identity)
        return PayfritTable(dropped)
    }

    /// - Throws: ``PayfritServiceError/unknownTable(_:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``, `StoreError`.
    func change(
        _ id: Int64, from states: Set<TableState>, wish: String,
        _ change: @escaping @Sendable (inout StoredTable) -> Void
    ) async throws -> StoredTable {
        let before = try await tools.table(id)
        guard states.contains(before.state) else {
            throw PayfritServiceError.wrongState(table: id, state: before.state.rawValue, wish: wish)
        }
        let isChanged = NIOLockedValueBox(false)
        let after = try await tools.store.payfrit.changeTable(id, atMicroseconds: tools.now) { table in
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

    // MARK: Provisioning and registration

    /// Begins to give a table its beacon. Once the beacon is verified, its registration is queued
    /// automatically.
    ///
    /// - Throws: ``PayfritServiceError``, ``ProvisioningError``, ``GatewayError``, `StoreError`; in
    ///   this case the table is unchanged.
    package func provision(_ id: Int64, _ order: PayfritProvisioning) async throws -> PayfritTableRun {
        let address = order.address
        try await settleLeftovers()
        let before = try await settled(try await tools.table(id))
        guard starting.insert(id).inserted else {
            throw PayfritServiceError.wrongState(
                table: id, state: TableState.provisioning.rawValue, wish: "provisioned")
        }
        defer { starting.remove(id) }
        guard try await !provisioning.isSimulated(order.dongle) || TableSettlement.isDev(before) else {
            throw PayfritServiceError.simulated(table: id, base: before.place.base)
        }
        let runs = try await tools.store.runs.last()
        // Stored before the run begins, so that a gateway that is killed in between knows which run
        // to look for.
        let table = try await change(id, from: Self.provisionable, wish: "provisioned") { table in
            (table.state, table.address, table.run, table.reason) = (.provisioning, address, nil, nil)
            table.runsBefore = runs
        }
        let batch: ProvisioningBatch
        do {
            batch = try await provisioning.start(Self.order(table, order))
        } catch {
            _ = try await tools.store.payfrit.changeTable(id, atMicroseconds: tools.now) { table in
                guard table.state == .provisioning, table.run == nil else { return false }
                (table.state, table.address, table.run, table.reason) = (
                    before.state, before.address, before.run, before.reason
                )
                return true
            }
            throw error
        }
        if let run = batch.runs.first?.id {
            _ = try await tools.store.payfrit.changeTable(id, atMicroseconds: tools.now) { table in
                guard table.state == .provisioning, table.run == nil else { return false }
                table.run = run
                return true
            }
            // The run may have ended before its table was stored.
            await runEnded(run)
        }
        return PayfritTableRun(table: try await self.table(id), batch: batch)
    }

    private static func order(_ table: StoredTable, _ order: PayfritProvisioning) -> ProvisioningOrder {
        ProvisioningOrder(
            dongle: order.dongle, profile: order.profile, passwords: order.passwords, replace: order.replace,
            searchMs: order.searchMs, verifyMs: order.verifyMs,
            items: [
                ProvisioningItem(
                    address: order.address, addressType: order.addressType,
                    name: TableName.onAir(table.name, servicePoint: table.place.servicePoint),
                    uuid: table.identity.uuid, major: Int(table.identity.major),
                    minor: Int(table.identity.minor),
                    // The backend's range is larger than a beacon's.
                    rssiAt1m: order.rssiAt1m ?? table.rssiAt1m.map { min($0, 0) },
                    intervalMs: order.intervalMs ?? table.intervalMs, txPower: order.txPower ?? table.txPower)
            ])
    }

    /// Queues the registration of a table whose beacon was written. Without an explicit order, only
    /// for a verified beacon.
    ///
    /// - Parameter order: Whether to register a beacon that was not verified.
    /// - Throws: ``PayfritServiceError/unverified(table:reason:)``,
    ///   ``PayfritServiceError/notProvisioned(table:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``,
    ///   ``PayfritServiceError/simulated(table:base:)``; `StoreError`.
    package func register(_ id: Int64, _ order: PayfritRegistering) async throws -> PayfritTable {
        let table = try await settled(try await tools.table(id))
        switch table.state {
        case .queued, .registered: return PayfritTable(table)
        case .provisioning, .refused, .dropped:
            throw PayfritServiceError.wrongState(table: id, state: table.state.rawValue, wish: "registered")
        case .planned, .provisioned: break
        }
        guard table.address != nil, let number = table.run, let run = try await tools.store.runs.find(number) else {
            throw PayfritServiceError.notProvisioned(table: id)
        }
        let isSeen = run.progress.state == .verified
        guard isSeen || run.progress.saveBegun else { throw PayfritServiceError.notProvisioned(table: id) }
        guard isSeen || order.force == true else {
            throw PayfritServiceError.unverified(table: id, reason: run.progress.reason?.message)
        }
        guard !run.progress.isSimulated || TableSettlement.isDev(table) else {
            throw PayfritServiceError.simulated(table: id, base: table.place.base)
        }
        guard let queued = try await settlement.queue(table, run, isSeen: isSeen) else {
            throw PayfritServiceError.unknownTable(id)
        }
        return PayfritTable(queued)
    }

    // MARK: Ends of runs

    /// Handles the end of a run, whose journal is complete.
    func runEnded(_ id: Int64) async {
        do {
            for table in try await tools.store.payfrit.tables(run: id) { try await settlement.settle(table) }
        } catch {
            // The table is settled by the next request for it, or at the next start.
            await account.failed(error)
            tools.logger.error("What became of run \(id) is not noted for its table: \(error)")
        }
    }

    /// Brings tables to the state of their runs, once: an earlier gateway may have ended between
    /// the two.
    func settleLeftovers() async throws {
        guard !isSettled else { return }
        try await settling.take {
            guard !isSettled else { return }
            try await provisioning.settleLeftovers()
            try await settlement.settleAll()
            isSettled = true
        }
    }

    /// Returns a table after settling its run, in case that failed when the run ended.
    private func settled(_ table: StoredTable) async throws -> StoredTable {
        guard table.state == .provisioning, !starting.contains(table.id) else { return table }
        if let run = table.run, await provisioning.isActive(run) { return table }
        try await provisioning.settleLeftovers()
        do {
            try await settlement.settle(try await settlement.withRun(table))
        } catch StoreError.tooManyRegistrations {
            // The reason is stored with the table.
        }
        return try await tools.table(table.id)
    }
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

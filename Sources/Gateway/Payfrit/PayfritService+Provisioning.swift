import Advertising
import CP28
import Concurrency
import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// The way from a table's plan to its registration.
extension PayfritService {
    private static let provisionable: Set<TableState> = [.planned, .provisioned, .registered]
    /// States of tables that the end of their run changes.
    private static let awaiting: Set<TableState> = [.planned, .provisioning, .provisioned]

    /// Begins to give a table its beacon. Once the beacon is verified, its registration is queued
    /// automatically.
    ///
    /// - Throws: ``PayfritServiceError``, ``ProvisioningError``, ``GatewayError``, `StoreError`; in
    ///   this case the table is unchanged.
    package func provisionTable(_ id: Int64, _ order: PayfritProvisioning) async throws -> PayfritTableRun {
        let address = order.address
        try await settleLeftovers()
        let before = try await settled(try await stored(id))
        guard starting.insert(id).inserted else {
            throw PayfritServiceError.wrongState(
                table: id, state: TableState.provisioning.rawValue, wish: "provisioned")
        }
        defer { starting.remove(id) }
        guard try await !provisioning.isSimulated(order.dongle) || Self.isDev(before) else {
            throw PayfritServiceError.simulated(table: id, base: before.place.base)
        }
        let runs = try await store.runs.last()
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
            _ = try await store.payfrit.changeTable(id, atMicroseconds: now) { table in
                guard table.state == .provisioning, table.run == nil else { return false }
                (table.state, table.address, table.run, table.reason) = (
                    before.state, before.address, before.run, before.reason
                )
                return true
            }
            throw error
        }
        if let run = batch.runs.first?.id {
            _ = try await store.payfrit.changeTable(id, atMicroseconds: now) { table in
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

    /// Returns whether simulated beacons may be registered for this table.
    private static func isDev(_ table: StoredTable) -> Bool {
        PayfritEnvironment(table.place.base)?.isDev ?? false
    }

    // MARK: Ends of runs

    /// Handles the end of a run, whose journal is complete.
    func runEnded(_ id: Int64) async {
        do {
            for table in try await store.payfrit.tables(run: id) { try await settle(table) }
        } catch {
            // The table is settled by the next request for it, or at the next start.
            failed(error)
            logger.error("What became of run \(id) is not noted for its table: \(error)")
        }
    }

    /// Brings tables to the state of their runs, once: an earlier gateway may have ended between
    /// the two.
    func settleLeftovers() async throws {
        guard !isSettled else { return }
        try await settling.take {
            guard !isSettled else { return }
            try await settleTables()
            isSettled = true
        }
    }

    /// Returns a table after settling its run, in case that failed when the run ended.
    func settled(_ table: StoredTable) async throws -> StoredTable {
        guard table.state == .provisioning, !starting.contains(table.id) else { return table }
        if let run = table.run, await provisioning.isActive(run) { return table }
        try await provisioning.settleLeftovers()
        do {
            try await settle(try await withRun(table))
        } catch StoreError.tooManyRegistrations {
            // The reason is stored with the table.
        }
        return try await stored(table.id)
    }

    private func settleTables() async throws {
        try await provisioning.settleLeftovers()
        var last: Int64 = 0
        while true {
            let tables = try await store.payfrit.tables(states: Self.awaiting, after: last, limit: 500)
            for table in tables {
                do {
                    try await settle(try await withRun(table))
                } catch StoreError.tooManyRegistrations {
                    // The reason is stored with the table. Delivery, which begins afterwards, makes
                    // room.
                    continue
                }
            }
            guard let end = tables.last?.id else { return }
            last = end
        }
    }

    /// Finds a run that began but was not stored with its table.
    private func withRun(_ table: StoredTable) async throws -> StoredTable {
        guard table.state == .provisioning, table.run == nil, let address = table.address else { return table }
        // Compared by their ids, because the clock may have been set back.
        let before = table.runsBefore ?? .max
        let run = try await store.runs.list(identity: table.identity).first {
            $0.target.address == address && $0.id > before
        }
        guard let run else {
            try await noteUnwritten(table, "the gateway ended before its beacon was provisioned")
            return try await stored(table.id)
        }
        let changed = try await store.payfrit.changeTable(table.id, atMicroseconds: now) { table in
            guard table.state == .provisioning, table.run == nil else { return false }
            table.run = run.id
            return true
        }
        return changed ?? table
    }

    private func settle(_ table: StoredTable) async throws {
        guard Self.awaiting.contains(table.state), let id = table.run else { return }
        guard let run = try await store.runs.find(id) else {
            guard table.state == .provisioning else { return }
            try await note(table, .planned, "run \(id) is not kept any more")
            return
        }
        switch run.progress.state {
        case .verified where run.progress.isSimulated && !Self.isDev(table):
            try await note(table, .provisioned, "its beacon is simulated")
        case .verified: _ = try await queue(table, run, isSeen: true)
        case .writtenUnverified: try await note(table, .provisioned, run.progress.reason?.message)
        case .failed where !run.progress.saveBegun: try await noteUnwritten(table, run.progress.reason?.message)
        case .failed, .unknown: try await note(table, .planned, run.progress.reason?.message)
        case .planned, .connecting, .authenticated, .writing, .saved: break
        }
    }

    /// Notes that a table got no beacon. If it was registered with another beacon before, that
    /// registration stays.
    private func noteUnwritten(_ table: StoredTable, _ reason: String?) async throws(StoreError) {
        var registered: StoredRun?
        if table.state == .provisioning, let key = table.registeredKey {
            // Any later run that wrote this identity may have put another beacon in use.
            let written = try await store.runs.list(identity: table.identity).first { $0.progress.saveBegun }
            registered = written.flatMap {
                Registration.key(table, address: $0.beaconAddress, run: $0.id) == key ? $0 : nil
            }
        }
        guard let registered else { return try await note(table, .planned, reason) }
        _ = try await store.payfrit.changeTable(table.id, atMicroseconds: now) { current in
            guard current.state == .provisioning, current.run == table.run else { return false }
            (current.state, current.reason) = (.registered, nil)
            (current.address, current.run) = (registered.beaconAddress, registered.id)
            return true
        }
    }

    private func note(_ table: StoredTable, _ state: TableState, _ reason: String?) async throws(StoreError) {
        _ = try await store.payfrit.changeTable(table.id, atMicroseconds: now) { current in
            guard Self.awaiting.contains(current.state), current.run == table.run,
                current.state != state || current.reason != reason
            else { return false }
            (current.state, current.reason) = (state, reason)
            return true
        }
    }

    // MARK: Registration

    /// Queues the registration of a table whose beacon was written. Without an explicit order, only
    /// for a verified beacon.
    ///
    /// - Parameter order: Whether to register a beacon that was not verified.
    /// - Throws: ``PayfritServiceError/unverified(table:reason:)``,
    ///   ``PayfritServiceError/notProvisioned(table:)``,
    ///   ``PayfritServiceError/wrongState(table:state:wish:)``,
    ///   ``PayfritServiceError/simulated(table:base:)``; `StoreError`.
    package func register(_ id: Int64, _ order: PayfritRegistering) async throws -> PayfritTable {
        let table = try await settled(try await stored(id))
        switch table.state {
        case .queued, .registered: return PayfritTable(table)
        case .provisioning, .refused, .dropped:
            throw PayfritServiceError.wrongState(table: id, state: table.state.rawValue, wish: "registered")
        case .planned, .provisioned: break
        }
        guard table.address != nil, let number = table.run, let run = try await store.runs.find(number) else {
            throw PayfritServiceError.notProvisioned(table: id)
        }
        let isSeen = run.progress.state == .verified
        guard isSeen || run.progress.saveBegun else { throw PayfritServiceError.notProvisioned(table: id) }
        guard isSeen || order.force == true else {
            throw PayfritServiceError.unverified(table: id, reason: run.progress.reason?.message)
        }
        guard !run.progress.isSimulated || Self.isDev(table) else {
            throw PayfritServiceError.simulated(table: id, base: table.place.base)
        }
        guard let queued = try await queue(table, run, isSeen: isSeen) else {
            throw PayfritServiceError.unknownTable(id)
        }
        return PayfritTable(queued)
    }

    /// - Returns: The table; nil if it no longer exists.
    private func queue(_ table: StoredTable, _ run: StoredRun, isSeen: Bool) async throws -> StoredTable? {
        guard table.address == run.target.address, run.target.identity == table.identity else { return table }
        let address = run.beaconAddress
        let seenAt = isSeen ? Timestamp(microsecondsSince1970: run.updatedMicroseconds) : nil
        let registration = Registration(
            table, address: address, rssi: isSeen ? run.progress.seenRSSI : nil, seenAt: seenAt)
        do {
            let queued = try await store.payfrit.queueRegistration(
                of: table.id, from: Self.awaiting, address: address, lane: PayfritPlace.lanePrefix + table.place.base,
                key: Registration.key(table, address: address, run: run.id), body: try registration.json,
                atMicroseconds: now)
            badges.addTable(table.identity, table.name)
            // Delivery finds out whether the table belongs to another user.
            if lane.held == .otherUser { lane.held = nil }
            stirred.wake()
            return queued
        } catch StoreError.tooManyRegistrations(let limit) {
            // The beacon is written nevertheless, and can be registered later.
            try await note(table, .provisioned, "\(limit) registrations wait already")
            throw StoreError.tooManyRegistrations(limit: limit)
        }
    }
}

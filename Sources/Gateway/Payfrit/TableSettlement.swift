import CP28
import Concurrency
import GatewayModel
import LineFormats
import Payfrit
import Store

/// Ends of runs, which change the states of their tables.
struct TableSettlement: Sendable {
    /// States of tables that the end of their run changes.
    private static let awaiting: Set<TableState> = [.planned, .provisioning, .provisioned]

    let tools: PayfritTools

    /// Returns whether simulated beacons may be registered for this table.
    static func isDev(_ table: StoredTable) -> Bool {
        PayfritEnvironment(table.place.base)?.isDev ?? false
    }

    /// Brings every table to the state of its run.
    func settleAll() async throws {
        var last: Int64 = 0
        while true {
            let tables = try await tools.store.payfrit.tables(states: Self.awaiting, after: last, limit: 500)
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
    func withRun(_ table: StoredTable) async throws -> StoredTable {
        guard table.state == .provisioning, table.run == nil, let address = table.address else { return table }
        // Compared by their ids, because the clock may have been set back.
        let before = table.runsBefore ?? .max
        let run = try await tools.store.runs.list(identity: table.identity).first {
            $0.target.address == address && $0.id > before
        }
        guard let run else {
            try await noteUnwritten(table, "the gateway ended before its beacon was provisioned")
            return try await tools.table(table.id)
        }
        let changed = try await tools.store.payfrit.changeTable(table.id, atMicroseconds: tools.now) { table in
            guard table.state == .provisioning, table.run == nil else { return false }
            table.run = run.id
            return true
        }
        return changed ?? table
    }

    /// Brings a table to the state of its run.
    func settle(_ table: StoredTable) async throws {
        guard Self.awaiting.contains(table.state), let id = table.run else { return }
        guard let run = try await tools.store.runs.find(id) else {
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
            let written = try await tools.store.runs.list(identity: table.identity).first { $0.progress.saveBegun }
            registered = written.flatMap {
                Registration.key(table, address: $0.beaconAddress, run: $0.id) == key ? $0 : nil
            }
        }
        guard let registered else { return try await note(table, .planned, reason) }
        _ = try await tools.store.payfrit.changeTable(table.id, atMicroseconds: tools.now) { current in
            guard current.state == .provisioning, current.run == table.run else { return false }
            (current.state, current.reason) = (.registered, nil)
            (current.address, current.run) = (registered.beaconAddress, registered.id)
            return true
        }
    }

    private func note(_ table: StoredTable, _ state: TableState, _ reason: String?) async throws(StoreError) {
        _ = try await tools.store.payfrit.changeTable(table.id, atMicroseconds: tools.now) { current in
            guard Self.awaiting.contains(current.state), current.run == table.run,
                current.state != state || current.reason != reason
            else { return false }
            (current.state, current.reason) = (state, reason)
            return true
        }
    }

    /// - Returns: The table; nil if it no longer exists.
    func queue(_ table: StoredTable, _ run: StoredRun, isSeen: Bool) async throws -> StoredTable? {
        guard table.address == run.target.address, run.target.identity == table.identity else { return table }
        let address = run.beaconAddress
        let seenAt = isSeen ? Timestamp(microsecondsSince1970: run.updatedMicroseconds) : nil
        let registration = Registration(
            table, address: address, rssi: isSeen ? run.progress.seenRSSI : nil, seenAt: seenAt)
        do {
            let queued = try await tools.store.payfrit.queueRegistration(
                of: table.id, from: Self.awaiting, address: address, lane: PayfritPlace.lanePrefix + table.place.base,
                key: Registration.key(table, address: address, run: run.id), body: try registration.json,
                atMicroseconds: tools.now)
            tools.badges.addTable(table.identity, table.name)
            // Delivery finds out whether the table belongs to another user.
            tools.gate.end(.otherUser)
            tools.gate.stirred.wake()
            return queued
        } catch StoreError.tooManyRegistrations(let limit) {
            // The beacon is written nevertheless, and can be registered later.
            try await note(table, .provisioned, "\(limit) registrations wait already")
            throw StoreError.tooManyRegistrations(limit: limit)
        }
    }
}

import Advertising
import GatewayTestSupport
import Foundation
import Gateway
import GatewayModel
import Store

/// A store whose tables each have a beacon that was written and seen, and a registration that
/// waits.
struct QueuedRegistrations {
    let count: Int
    /// URL of the backend's API.
    let url: String

    /// - Returns: Time of all allocations together, in seconds.
    func write(to file: URL) async throws -> Double {
        var payfrit = PayfritSetup()
        payfrit.environment = url
        let store = try Store.open(path: file.path)
        return try await BriefGateway.with(store, port: nil, payfrit: payfrit) { gateway in
            try await write(to: store, by: gateway.payfrit)
        }
    }

    private func write(to store: Store, by payfrit: PayfritService) async throws -> Double {
        _ = try await payfrit.login(PayfritLogin(phone: "+15550100", otp: "123456"))
        _ = try await payfrit.account.use(PayfritBusinessChoice(business: "1"))
        let points = try await payfrit.directory.servicePoints().servicePoints.prefix(count)
        let began = ContinuousClock.now
        var tables: [PayfritTable] = []
        for point in points {
            tables.append(try await payfrit.planner.plan(PayfritTableOrder(servicePoint: point.id)))
        }
        let planning = (.now - began) / .seconds(1)
        // Registrations queued from here on wait for the next login.
        try await payfrit.account.logout()
        for table in tables {
            try await provision(table, in: store)
            _ = try await payfrit.tables.register(table.id, PayfritRegistering())
        }
        return planning
    }

    /// Puts a table into the state after provisioning.
    private func provision(_ table: PayfritTable, in store: Store) async throws {
        guard let planned = try await store.payfrit.table(table.id) else { return }
        let address = BluetoothAddress(0xC300_0000_0000 + UInt64(table.id))
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let target = StoredRun.Target(
            address: address, addressType: .random, profile: "cp28", name: table.name, identity: planned.identity,
            rssiAt1m: -59, intervalMs: 200, txPower: 4)
        guard let run = try await store.runs.add([target], atMicroseconds: now).first else { return }
        var progress = run.progress
        (progress.state, progress.saveBegun, progress.seenRSSI) = (ProvisioningState.verified, true, -61)
        let entry = JournalEntry(atMicroseconds: now, attempt: 1, phase: .note, kind: "settle", detail: "")
        try await store.runs.journal([entry], of: run.id, progress: progress)
        _ = try await store.payfrit.changeTable(table.id, atMicroseconds: now) { table in
            (table.state, table.address, table.run) = (.provisioned, address, run.id)
            return true
        }
    }
}

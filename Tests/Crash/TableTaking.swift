import Advertising
import Gateway
import GatewayClient
import GatewayModel

/// Plans, provisions and registers a table as the command line does.
struct TableTaking: Sendable {
    enum Failure: Error {
        case cannotGoOn(PayfritTable, TableCourse)
        case tookTooLong(PayfritTable)
    }

    /// Time limits for a simulated beacon, which is faster than a real one.
    private static let limitMs = 3_000
    /// Pause between two looks.
    private static let pause = Duration.milliseconds(10)
    private static let looks = 3_000

    let gateway: Gateway
    /// Address of the beacon.
    let beacon: BluetoothAddress

    private var payfrit: PayfritService { gateway.payfrit }

    /// Logs in as the user of one business, which the gateway chooses by itself unless it was
    /// interrupted.
    func logIn() async throws {
        var status = try await payfrit.status()
        if status.user == nil {
            status = try await payfrit.login(PayfritLogin(phone: "+15550101", otp: "123456"))
        }
        if status.business == nil { _ = try await payfrit.account.use(PayfritBusinessChoice(business: "2")) }
    }

    func plan(_ name: String) async throws -> Int64 {
        // A table that is already planned needs no backend.
        let known = try await payfrit.tables.list(limit: 1_000).tables.first { $0.name == name }
        if let known { return known.id }
        return try await payfrit.planner.plan(PayfritTableOrder(name: name)).id
    }

    /// Works on the table until the registration is under way.
    func provision(_ id: Int64) async throws {
        for _ in 0..<Self.looks {
            let table = try await payfrit.tables.table(id)
            let run = try await run(of: table)
            let course = TableCourse(table, run: run, wanted: beacon, replaces: false)
            switch course {
            case .write(let address):
                var order = PayfritProvisioning(address: address ?? beacon)
                (order.searchMs, order.verifyMs) = (Self.limitMs, Self.limitMs)
                try await follow(try await payfrit.tables.provision(id, order).batch.batch)
            case .resume(let run):
                let order = ProvisioningContinuation(runs: [run], searchMs: Self.limitMs, verifyMs: Self.limitMs)
                try await follow(try await gateway.provisioning.resume(order).batch)
            case .follow:
                if let run { try await follow(run.batch) }
                // The gateway is still settling what an earlier one has left.
                try await Task.sleep(for: Self.pause)
            case .register: _ = try await payfrit.tables.register(id, PayfritRegistering())
            case .wait, .done: return
            case .refused, .taken, .occupied: throw Failure.cannotGoOn(table, course)
            }
        }
        throw Failure.tookTooLong(try await payfrit.tables.table(id))
    }

    func waitForRegistration(of id: Int64) async throws {
        for _ in 0..<Self.looks {
            if try await payfrit.tables.table(id).state == .registered { return }
            try await Task.sleep(for: Self.pause)
        }
        throw Failure.tookTooLong(try await payfrit.tables.table(id))
    }

    private func run(of table: PayfritTable) async throws -> ProvisioningRun? {
        guard let id = table.run else { return nil }
        return try await gateway.provisioning.run(id)
    }

    private func follow(_ batch: Int64) async throws {
        for await _ in try await gateway.provisioning.subscribe(batch: batch) {}
    }
}

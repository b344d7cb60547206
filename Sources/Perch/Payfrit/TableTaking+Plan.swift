import Advertising
import DongleLink
import Failures
import GatewayClient
import GatewayModel
import LineFormats

extension TableTaking {
    /// Provisions the beacons of a plan for the tables with the same identities, one after the
    /// other, and then waits for the registrations.
    ///
    /// - Throws: ``Failure`` unless every table is registered, after all other tables were
    ///   processed.
    func take(_ items: [ProvisioningItem]) async throws {
        let tables = try await matched(items)
        var failures: [Failure] = []
        var registered = 0
        var queued = 0
        func attempt(
            _ table: PayfritTable, isWait: Bool = false, _ body: () async throws -> PayfritTable
        ) async throws -> PayfritTable? {
            do {
                return try await body()
            } catch {
                let failure = Failure(error)
                guard failure.exit != .interrupted else { throw failure }
                failures.append(failure)
                if isWait, RegistrationWait.waitingCodes.contains(failure.code) {
                    queued += 1
                } else if items.count > 1 {
                    // For a single table, the thrown failure says the same.
                    await output.text(printable("✗ \(table.name): \(failure.message)"))
                }
                return nil
            }
        }
        func note() {
            output.setResult { [registered, failures, queued] in
                $0.field("registered", registered)
                $0.field("failed", failures.count)
                $0.field("queued", queued)
            }
        }
        defer { note() }
        var taken: [PayfritTable] = []
        for (item, table) in zip(items, tables) {
            var one = self
            one.order.addressType = item.addressType
            one.order.rssiAt1m = item.rssiAt1m
            one.order.intervalMs = item.intervalMs
            one.order.txPower = item.txPower
            // All beacons come first, and the waits for registrations after them, since there may
            // be no network.
            one.registrationLimit = nil
            one.beacon = item.address
            if let table = try await attempt(table, { try await one.take(table) }) {
                taken.append(table)
            }
        }
        let end = ContinuousClock.now + (registrationLimit ?? .zero)
        for (index, table) in taken.enumerated() {
            var wait = RegistrationWait(client: lease.client, output: output, limit: end - .now)
            // Only the first wait hastens delivery: the others would press a backend that has just
            // refused.
            wait.hastens = index == 0
            // The queued registrations were reported before the wait.
            wait.tellsQueued = false
            guard let table = try await attempt(table, isWait: true, { try await wait.registered(table.id) }) else {
                continue
            }
            try await output.line("table", of: table)
            registered += 1
        }
        let waiting = queued > 0 ? ", \(queued) queued" : ""
        await output.text("\(counted(items.count, "table")): \(registered) registered\(waiting).")
        guard let first = failures.first else { return }
        if items.count == 1 { throw first }
        var failure = Failure(
            code: "not-all-registered", message: "\(failures.count) of \(items.count) tables are not registered.",
            hint: "The reasons are shown above. Run the same command again: it continues from there.",
            isRetryable: failures.allSatisfy(\.isRetryable), exit: first.exit)
        if queued == failures.count {
            let status = try await lease.client.payfritStatus()
            let what = counted(queued, "registration waits", "registrations wait")
            let why = RegistrationWait.failure(what, status)
            (failure.message, failure.hint) = (why.message, why.hint)
        }
        throw failure
    }

    /// Returns the tables of the items, in the same order.
    private func matched(_ items: [ProvisioningItem]) async throws -> [PayfritTable] {
        let known = try await known()
        let byIdentity = Dictionary(
            known.map { (Self.key($0.uuid, $0.major, $0.minor), $0) }, uniquingKeysWith: { _, last in last })
        return try items.map { item in
            guard let table = byIdentity[Self.key(item.uuid, item.major, item.minor)] else {
                throw Failure(
                    code: "not-planned",
                    message: "No table was planned here for \(printable(item.name)) as "
                        + "\(item.uuid)/\(item.major)/\(item.minor).",
                    hint: "Make the plan with `perch provision plan --business`, on the same gateway.",
                    exit: .badInput, outcome: .notDone)
            }
            return table
        }
    }

    private static func key(_ uuid: ProximityUUID, _ major: Int, _ minor: Int) -> String {
        "\(uuid)/\(major)/\(minor)"
    }
}

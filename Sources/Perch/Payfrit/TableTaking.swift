import Advertising
import DongleLink
import Failures
import GatewayClient
import GatewayModel

/// Takes tables from their choice to their registered beacons.
struct TableTaking: Sendable {
    /// Beacons that differ less are equally near.
    private static let clearlyNearerDB = 6
    /// Longest wait for a run to be noted with its table, which is a moment.
    private static let noteLimit = Duration.seconds(5)

    private(set) var lease: GatewayLease
    let output: VerbOutput
    let status: PayfritStatus
    /// What every table's provisioning is asked for, apart from the address.
    var order: PayfritProvisioning
    private let resumption: ProvisioningContinuation
    /// How long is listened for the nearest beacon.
    var listening = Duration.seconds(5)
    /// Longest wait for the registration; nil = it is not waited for.
    var registrationLimit: Duration? = .seconds(60)

    /// - Throws: ``Failure`` where what was not on the air would be registered where guests are.
    init(
        _ lease: GatewayLease, _ radio: DongleStatus, _ status: PayfritStatus, _ order: PayfritProvisioning,
        _ options: ProvisionOptions, _ output: VerbOutput
    ) throws(Failure) {
        guard !radio.simulated || status.isDev else {
            throw Failure(
                code: "simulated-registration",
                message: "The dongle is simulated, and \(printable(status.base)) is no development backend.",
                hint: "Use a real dongle, or set `payfrit.environment` to dev.", exit: .usage, outcome: .notDone)
        }
        self.lease = lease
        self.lease.dongle = radio.name
        self.output = output
        self.status = status
        self.order = order
        self.order.dongle = radio.name
        self.order.searchMs = options.searchMs
        self.order.verifyMs = options.verifyMs
        resumption = ProvisioningContinuation(
            dongle: radio.name, passwords: order.passwords, replace: order.replace, searchMs: options.searchMs,
            verifyMs: options.verifyMs)
    }

    private var client: GatewayClient { lease.client }

    // MARK: Which table

    /// The table that was begun here and not finished, else the one that follows the business's highest.
    func next() async throws -> PayfritTable {
        // Whose business it is nobody knows while nobody is logged in; the gateway says so.
        if let business = status.business?.id {
            let begun = try await known([.planned, .provisioned])
            if let table = begun.first(where: { $0.business == business }) {
                await output.text(printable("Going on with \(table.name), which is \(table.state.rawValue)."))
                return table
            }
        }
        return try await output.interruptible { [client] in try await client.planPayfritTable(PayfritTableOrder()) }
    }

    /// The table at a service point. What was planned before needs no backend, unless it is named by a bare number.
    ///
    /// - Parameters:
    ///   - text: Name or number of the service point.
    ///   - isNew: Whether one is made where there is none of the name.
    func table(at text: String, isNew: Bool) async throws -> PayfritTable {
        let begun = try await known(nil).filter { $0.business == status.business?.id }
        let candidates = begun.map { NamedChoice.Candidate(id: $0.servicePoint, names: [$0.name]) }
        if let place = try NamedChoice.servicePoint.knownPlace(of: text, among: candidates) { return begun[place] }
        let points = try await output.interruptible { [client] in try await client.payfritServicePoints().servicePoints
        }
        let hint = isNew ? nil : "See which there are: `perch payfrit servicepoints`; to make it, say --new."
        var order = PayfritTableOrder()
        if let place = try place(of: text, among: points.map(\.candidate), hint: hint) {
            order.servicePoint = points[place].id
        } else {
            order.name = text
        }
        return try await output.interruptible { [client, order] in try await client.planPayfritTable(order) }
    }

    /// - Parameter hint: What to do where there is none, which is a failure then; else it is nil.
    private func place(
        of text: String, among candidates: [NamedChoice.Candidate], hint: String?
    ) throws(Failure) -> Int? {
        do {
            return try NamedChoice.servicePoint.place(of: text, among: candidates)
        } catch {
            guard error.code == "unknown-service-point" else { throw error }
            guard let hint else { return nil }
            var failure = error
            failure.hint = hint
            throw failure
        }
    }

    /// Tables of this gateway, the oldest first.
    func known(_ states: [PayfritTable.State]?) async throws -> [PayfritTable] {
        var all: [PayfritTable] = []
        var page: [PayfritTable] = []
        repeat {
            let last = page.last?.id ?? 0
            page = try await output.interruptible { [client] in
                try await client.payfritTables(states: states, after: last)
            }
            all += page
        } while !page.isEmpty
        return all
    }

    // MARK: Taking it

    /// Brings a table to where it is registered, or, where that is not waited for, queued.
    ///
    /// - Parameter beacon: The beacon that it is to get; nil = the one it has, else the nearest.
    /// - Throws: ``Failure``; calling it again goes on from there.
    func take(_ table: PayfritTable, beacon: BluetoothAddress?) async throws -> PayfritTable {
        let run = try await run(of: table)
        let wanted = beacon.map { "\($0)" }
        switch TableCourse(table, run: run, wanted: wanted, replaces: order.replace ?? false) {
        case .write(let address): try await write(table, address)
        case .resume(let run):
            var wish = resumption
            wish.runs = [run]
            try await follow(try await client.resumeProvisioning(wish))
        case .follow: try await follow(try await underWay(table))
        case .register: _ = try await client.registerPayfritTable(table.id)
        case .wait: break
        case .done:
            await output.text(printable("\(table.name) is registered already, with \(table.address ?? "a beacon")."))
            return table
        case .refused: throw RegistrationWait.refusal(of: table)
        case .taken(let other):
            throw Failure(
                code: "table-taken",
                message: "\(printable(table.name)) is \(table.state.rawValue) with \(printable(other)).",
                hint: "Wait until that is done, or drop it: `perch payfrit tables drop \(table.id)`.",
                exit: .unavailable, outcome: .notDone)
        }
        return try await conclude(table.id)
    }

    private func conclude(_ id: Int64) async throws -> PayfritTable {
        guard let registrationLimit else {
            let table = try await client.payfritTable(id)
            if table.state == .queued {
                await RegistrationWait(client: client, output: output, limit: .zero).tellQueued(table)
            } else {
                await output.text(printable("\(table.name) is \(table.state.rawValue)."))
            }
            return table
        }
        let table = try await RegistrationWait(client: client, output: output, limit: registrationLimit).registered(id)
        let number = table.beacon.map { " as beacon #\($0)" } ?? ""
        await output.text(printable("\(table.name) is registered\(number)."))
        return table
    }

    private func run(of table: PayfritTable) async throws -> ProvisioningRun? {
        guard let id = table.run else { return nil }
        do {
            return try await client.provisioningRun(id)
        } catch ClientError.problem(let problem) where problem.code == "unknown-run" {
            // Runs are kept for so long; the table is older.
            return nil
        }
    }

    private func write(_ table: PayfritTable, _ address: String?) async throws {
        var order = order
        order.address = ""
        if let address {
            order.address = address
        } else {
            let nearest = try await nearest()
            order.address = "\(nearest.address)"
            order.addressType = order.addressType ?? nearest.addressType.name
        }
        let begun = try await client.provisionPayfritTable(table.id, order)
        try await output.line("table", of: begun.table)
        try await follow(begun.batch)
    }

    private func follow(_ batch: ProvisioningBatch) async throws {
        try await RunFollower(batch, lease: lease, output: output).run()
    }

    /// The run that somebody else has begun.
    private func underWay(_ table: PayfritTable) async throws -> ProvisioningBatch {
        let end = ContinuousClock.now + Self.noteLimit
        var table = table
        while true {
            if let run = try await run(of: table) {
                return ProvisioningBatch(batch: run.batch, parallel: 1, runs: [run])
            }
            guard ContinuousClock.now < end else {
                throw Failure(
                    code: "run-unfinished", message: "\(printable(table.name)) is being provisioned by somebody else.",
                    hint: "See how it stands with `perch payfrit tables`, then try again.", isRetryable: true,
                    exit: .temporary)
            }
            try await output.interruptible { try await Task.sleep(for: RegistrationWait.pause) }
            table = try await client.payfritTable(table.id)
        }
    }

    /// The nearest beacon as it comes from the factory.
    private func nearest() async throws -> BeaconCensus.Device {
        let heard = try await BeaconCensus.nearby(lease, for: listening, output)
        try output.checkWhole(isBounded: true)
        let factory = heard.filter {
            if case .factory = $0.kind { return true }
            return false
        }.map(\.device)
        guard let first = factory.first else { throw Self.noBeacon }
        let strength = first.rssiDBm.map { ", \($0) dBm" } ?? ""
        await output.text(
            printable("Nearest factory beacon: \(first.address)\(first.name.map { " (\($0))" } ?? "")\(strength)"))
        if factory.count > 1, let near = first.rssiDBm, let other = factory[1].rssiDBm,
            near - other < Self.clearlyNearerDB
        {
            say("perch: \(factory[1].address) is nearly as near, at \(other) dBm. --beacon says which one is meant.")
        }
        return first
    }

    static let noBeacon = Failure(
        code: "no-factory-beacon", message: "No beacon as it comes from the factory is heard.",
        hint: "Lay one beside the dongle, or name one with --beacon; `perch provision list --all` shows what is heard.",
        isRetryable: true, exit: .unavailable, outcome: .notDone)
}

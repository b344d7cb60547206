import Advertising
import DongleLink
import Failures
import GatewayClient
import GatewayModel

/// Takes tables from their choice to their registered beacons.
struct TableTaking: Sendable {
    /// Beacons that differ less, in dB, are equally near.
    static let clearlyNearerDB = 6
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
    /// Whether what would be asked is agreed to.
    var isSure = false
    /// The beacon that is to be taken; nil = the nearest.
    var beacon: BluetoothAddress?
    /// The nearest, where it was looked for before anything was made for it.
    private var found: BeaconCensus.Device?

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

    var client: GatewayClient { lease.client }

    /// The table at a service point. What was planned before needs no backend, unless it is named by a bare number.
    ///
    /// - Parameters:
    ///   - text: Name or number of the service point.
    ///   - isNew: Whether one is made where there is none of the name.
    ///   - hint: What to do where there is none of the name.
    mutating func table(at text: String, isNew: Bool, hint: String = Self.newHint) async throws -> PayfritTable {
        let begun = try await known().filter { $0.business == status.business?.id }
        let candidates = begun.map { NamedChoice.Candidate(id: $0.servicePoint, names: [$0.name]) }
        if let place = try NamedChoice.servicePoint.knownPlace(of: text, among: candidates) { return begun[place] }
        let points = try await client.servicePoints().servicePoints
        if let place = try place(of: text, among: points.map(\.candidate), hint: isNew ? nil : hint) {
            return try await planned(points[place])
        }
        return try await planned(new: text)
    }

    private static let newHint = "See which there are: `perch payfrit servicepoints`; to make it, say --new."

    /// A table at a service point that there is.
    mutating func planned(_ point: PayfritServicePoint) async throws -> PayfritTable {
        try await planned(PayfritTableOrder(servicePoint: point.id), needsBeacon: point.beacon == nil)
    }

    /// A table at a service point that is made for it.
    mutating func planned(new name: String) async throws -> PayfritTable {
        let table = try await planned(PayfritTableOrder(name: name), needsBeacon: true)
        await output.text(printable("\(table.name) is a service point now."))
        return table
    }

    /// - Parameter needsBeacon: Whether nothing is made or allocated unless there is a beacon for it.
    private mutating func planned(_ order: PayfritTableOrder, needsBeacon: Bool) async throws -> PayfritTable {
        if needsBeacon, beacon == nil { found = try await nearestBeacon() }
        return try await client.planTable(order)
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
    func known() async throws -> [PayfritTable] { try await output.allTables(of: client) }

    // MARK: Taking it

    /// Brings a table to where it is registered, or, where that is not waited for, queued.
    ///
    /// - Throws: ``Failure``; calling it again goes on from there.
    mutating func take(_ table: PayfritTable) async throws -> PayfritTable {
        let run = try await run(of: table)
        switch TableCourse(table, run: run, wanted: beacon, replaces: order.replace ?? false) {
        case .write(let address): try await write(table, address)
        case .resume(let run):
            var wish = resumption
            wish.runs = [run]
            try await follow(try await client.uninterrupted.resumeRuns(wish))
        case .follow: try await follow(try await underWay(table))
        case .register: _ = try await client.uninterrupted.registerTable(table.id, PayfritRegistering(force: false))
        case .wait: break
        case .done:
            await output.text(
                printable("\(table.name) already has beacon \(table.beaconWords). To replace it, add --replace."))
            return table
        case .occupied(let present):
            try await replace(present, of: table)
            try await write(table, beacon, inPlaceOf: present)
        case .refused: throw RegistrationWait.refusal(of: table)
        case .taken(let other):
            throw Failure(
                code: "table-taken",
                message:
                    "\(printable(table.name)) is \(table.state.rawValue) with \(other?.description ?? "a beacon").",
                hint: "Wait until that is done, or drop it: `perch payfrit tables drop \(table.id)`.",
                exit: .unavailable, outcome: .notDone)
        }
        return try await conclude(table.id)
    }

    private func conclude(_ id: Int64) async throws -> PayfritTable {
        guard let registrationLimit else {
            let table = try await client.table(id)
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
            return try await client.run(id)
        } catch ClientError.problem(let problem) where problem.code == "unknown-run" {
            // Runs are kept for so long; the table is older.
            return nil
        }
    }

    /// - Parameter replaced: The beacon that goes from the table, as was agreed to.
    private mutating func write(
        _ table: PayfritTable, _ address: BluetoothAddress?, inPlaceOf replaced: BluetoothAddress? = nil
    )
        async throws
    {
        try await tellTarget(of: table)
        var order = order
        if let address {
            order.address = address
        } else {
            let nearest = if let found { found } else { try await nearestBeacon() }
            found = nil
            order.address = nearest.address
            order.addressType = order.addressType ?? nearest.addressType
        }
        let begun = try await output.agreed(
            order,
            questions: [
                "beacon-taken": "Move it to \"\(printable(table.name))\""
                    + (replaced.map { ", in place of \($0)?" } ?? "?"),
                "identity-taken": replaced == nil ? "Give it to another beacon all the same?" : nil,
            ], isSure: isSure
        ) {
            $0.replace = true
        } send: { [client] in
            try await client.uninterrupted.provisionTable(table.id, $0)
        }
        try await output.line("table", of: begun.table)
        try await follow(begun.batch)
    }

    /// Asks whether a beacon is to go from its table.
    private func replace(_ present: BluetoothAddress?, of table: PayfritTable) async throws {
        let sentence = printable("\(table.name) already has beacon \(present?.description ?? table.beaconWords).")
        let prompt = Prompt(output: output)
        guard isSure || prompt.canAsk else {
            throw Failure(
                code: "table-has-beacon", message: sentence, hint: "To replace it, add --replace.", exit: .badInput)
        }
        try await prompt.confirm("Replace it?", sentence, isSure: isSure)
    }

    /// Tells what the beacon is to be, and called where the table's name does not fit; asks where another one is called so.
    private func tellTarget(of table: PayfritTable) async throws {
        await output.text(printable("\(table.name): \(table.uuid)/\(table.major)/\(table.minor)"))
        if table.nameOnAir != table.name {
            await output.text(printable("\"\(table.name)\" is \"\(table.nameOnAir)\" on the air."))
        }
        let same = try await known().first {
            $0.id != table.id && $0.business == table.business && $0.address != nil && $0.nameOnAir == table.nameOnAir
        }
        guard let same else { return }
        let sentence = printable(
            "The beacons of \"\(same.name)\" and \"\(table.name)\" would both be called \"\(table.nameOnAir)\".")
        try await Prompt(output: output).confirm("Go on?", sentence, isSure: isSure)
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
            try await output.pause(for: RegistrationWait.pause)
            table = try await client.table(table.id)
        }
    }
}

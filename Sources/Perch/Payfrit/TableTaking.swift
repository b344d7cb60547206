import Advertising
import DongleLink
import Failures
import Gateway
import GatewayClient
import GatewayModel

/// Brings tables from their choice to a registered beacon.
struct TableTaking: Sendable {
    /// Least difference of signal, in dB, by which one beacon is nearer than another.
    static let clearlyNearerDB = 6
    /// Longest wait until a run is recorded with its table, which usually takes a moment.
    private static let noteLimit = Duration.seconds(5)

    private(set) var lease: GatewayLease
    let output: VerbOutput
    let status: PayfritStatus
    /// The order for the provisioning of every table, apart from the address.
    var order: PayfritProvisioning
    private let resumption: ProvisioningContinuation
    /// Duration of listening for the nearest beacon.
    var listening = Duration.seconds(5)
    /// Longest wait for the registration; nil = no wait.
    var registrationLimit: Duration? = .seconds(60)
    /// Whether the user has agreed in advance to all questions.
    var isSure = false
    /// Address of the beacon to provision; nil = the nearest.
    var beacon: BluetoothAddress?
    /// The nearest beacon, where it was found before its table was planned.
    private var found: BeaconCensus.Device?

    /// - Throws: ``Failure`` where beacons of a simulated dongle would be registered with a backend
    ///   that is no development backend.
    init(
        _ lease: GatewayLease, _ radio: DongleStatus, _ status: PayfritStatus, _ order: PayfritProvisioning,
        _ options: ProvisionOptions, _ output: VerbOutput
    ) throws(Failure) {
        guard !radio.simulated || status.isDev else {
            throw Failure(
                code: "simulated-registration",
                message: "The dongle is simulated, but \(printable(status.base)) is not a development backend.",
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

    /// Returns the table at a service point. A table that was planned before needs no backend,
    /// unless it is named by a bare number.
    ///
    /// - Parameters:
    ///   - text: Name or number of the service point.
    ///   - isNew: Whether to create a service point where none has this name.
    ///   - hint: Hint of the failure where no service point has this name.
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

    private static let newHint = "`perch payfrit servicepoints` lists them; to add this one, add --new."

    /// Plans a table at an existing service point.
    mutating func planned(_ point: PayfritServicePoint) async throws -> PayfritTable {
        try await planned(PayfritTableOrder(servicePoint: point.id), needsBeacon: point.beacon == nil)
    }

    /// Plans a table at a service point that is created for it.
    mutating func planned(new name: String) async throws -> PayfritTable {
        let table = try await planned(PayfritTableOrder(name: name), needsBeacon: true)
        await output.text(printable("Added service point \"\(table.name)\"."))
        return table
    }

    /// - Parameter needsBeacon: Whether to find a beacon first, and to create and allocate nothing
    ///   without one.
    private mutating func planned(_ order: PayfritTableOrder, needsBeacon: Bool) async throws -> PayfritTable {
        if needsBeacon, beacon == nil { found = try await nearestBeacon() }
        return try await client.planTable(order)
    }

    /// - Parameter hint: Hint of the failure where no service point matches; nil = return nil
    ///   instead of failing.
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

    /// Returns the tables of this gateway, the oldest first.
    func known() async throws -> [PayfritTable] { try await client.allTables() }

    // MARK: Provisioning and registration

    /// Provisions a table's beacon until the table is registered, or, without a wait for the
    /// registration, queued.
    ///
    /// - Throws: ``Failure``. Calling this again continues from there.
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
                hint: "Wait until that is done, or run `perch payfrit tables drop \(table.id)`.",
                exit: .unavailable, outcome: .notDone)
        }
        return try await conclude(table.id)
    }

    private func conclude(_ id: Int64) async throws -> PayfritTable {
        guard let registrationLimit else {
            // The beacon is done: that is told also where ^C came meanwhile.
            let table = try await client.uninterrupted.table(id)
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
            // The run of an old table may have been deleted, since runs are kept for a limited
            // time.
            return nil
        }
    }

    /// - Parameter replaced: The beacon to be replaced, with the user's consent.
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
                "identity-taken": replaced == nil ? "Use it for another beacon anyway?" : nil,
            ], isSure: isSure
        ) {
            $0.replace = true
        } send: {
            try output.checkNotStopped()
            return try await client.uninterrupted.provisionTable(table.id, $0)
        }
        try await output.line("table", of: begun.table)
        try await follow(begun.batch)
    }

    /// Asks whether to replace the beacon of a table.
    private func replace(_ present: BluetoothAddress?, of table: PayfritTable) async throws {
        let sentence = printable("\(table.name) already has beacon \(present?.description ?? table.beaconWords).")
        let prompt = Prompt(output: output)
        guard isSure || prompt.canAsk else {
            throw Failure(
                code: "table-has-beacon", message: sentence, hint: "To replace it, add --replace.", exit: .badInput)
        }
        try await prompt.confirm("Replace it?", sentence, isSure: isSure)
    }

    /// Reports the future identity of the beacon, and its name where it differs from the table's.
    /// Asks for consent where another table's beacon has the same name.
    private func tellTarget(of table: PayfritTable) async throws {
        await output.text(printable("\(table.name): \(table.uuid)/\(table.major)/\(table.minor)"))
        if table.nameOnAir != table.name {
            await output.text(printable("The beacon of \"\(table.name)\" is named \"\(table.nameOnAir)\"."))
        }
        let same = try await known().first {
            $0.id != table.id && $0.business == table.business && $0.address != nil && $0.nameOnAir == table.nameOnAir
        }
        guard let same else { return }
        let sentence = printable(
            "The beacons of \"\(same.name)\" and \"\(table.name)\" would both be named \"\(table.nameOnAir)\".")
        try await Prompt(output: output).confirm("Go on?", sentence, isSure: isSure)
    }

    private func follow(_ batch: ProvisioningBatch) async throws {
        try await RunFollower(batch, lease: lease, output: output).run()
    }

    /// Returns the run of the table that another client began.
    private func underWay(_ table: PayfritTable) async throws -> ProvisioningBatch {
        let end = ContinuousClock.now + Self.noteLimit
        var table = table
        while true {
            if let run = try await run(of: table) {
                return ProvisioningBatch(batch: run.batch, parallel: 1, runs: [run])
            }
            guard ContinuousClock.now < end else {
                throw Failure(
                    code: "run-unfinished", message: "\(printable(table.name)) is being provisioned by another client.",
                    hint: "See its state with `perch payfrit tables`, then try again.", isRetryable: true,
                    exit: .temporary)
            }
            try await output.pause(for: RegistrationWait.pause)
            table = try await client.table(table.id)
        }
    }
}

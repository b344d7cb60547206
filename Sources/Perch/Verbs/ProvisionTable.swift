import Advertising
import ArgumentParser
import DongleLink
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision table`: gives a table its beacon, from the choice to the registration.
struct ProvisionTable: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Give a table of the Payfrit backend its beacon, and register it.",
        discussion: """
            Takes the named service point, or else the next table. The backend allocates UUID, major and minor; Perch \
            writes them to the nearest factory beacon, or to the named one. Once the beacon is heard with its new \
            identity, Perch registers it and waits until the backend has accepted the registration. After an \
            interruption, the same command continues from there: a table that was begun here and is not finished comes first, and needs no network \
            before its registration. With --repeat, a person at the terminal sees which table comes next before Perch \
            looks for its beacon, and can skip it, go back or name another. Ends with 0 when the table is registered.
            """)

    @Option(help: "Name or number of the service point; without it, the next table.")
    var servicePoint: String?

    @Flag(help: "The next table: one that was begun, else the first without a beacon, else a new one. The default.")
    var next = false

    @Flag(help: "Add the service point if none has the name.")
    var new = false

    @Option(help: ArgumentHelp("The beacon's address, aa:bb:cc:dd:ee:ff.", valueName: "address"))
    var beacon: BluetoothAddress?

    @Flag(name: .customLong("repeat"), help: "Continue with the next table and beacon until none is left.")
    var repeats = false

    @Option(help: "Choose this business first, by name or number, as `perch payfrit use` does.")
    var business: String?

    @Option(help: "How long to listen for the nearest beacon, 1s...10m.")
    var listen = DurationArgument(.seconds(5))

    @Option(help: "Longest wait for the registration.")
    var registerLimit = DurationArgument(.seconds(60))

    @Flag(help: "Do not wait for the registration; the gateway delivers it later.")
    var noWait = false

    @Option(help: "Name of the beacon profile.")
    var profile = "cp28"

    @Flag(help: "Give the table this beacon even if the table has another, or the beacon is at another table.")
    var replace = false

    @Flag(help: "Answer yes to every question, without being asked.")
    var yes = false

    @OptionGroup var options: ProvisionOptions
    @OptionGroup var frame: DongleFrame

    func validate() throws {
        guard servicePoint == nil || !(next || repeats) else {
            throw ValidationError("--service-point names one table: leave out --next and --repeat.")
        }
        guard !new || servicePoint != nil else { throw ValidationError("--new goes with --service-point.") }
        guard beacon == nil || !repeats else { throw ValidationError("--beacon names one beacon: leave out --repeat.") }
        guard !noWait || frame.dongle.port != .simulated else {
            throw ValidationError("--no-wait cannot be used with --port sim: its outbox ends with this process.")
        }
        guard (Duration.seconds(1) ... .seconds(600)).contains(listen.duration) else {
            throw ValidationError("--listen takes 1s...10m.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func prepare(_ output: VerbOutput) throws -> PayfritProvisioning? {
        let order = PayfritProvisioning(
            address: BluetoothAddress(0), profile: profile, passwords: try options.passwords(), replace: replace)
        frame.dongle.warnOfPassingJournal()
        return order
    }

    func run(_ lease: GatewayLease, _ order: PayfritProvisioning, _ output: VerbOutput) async throws {
        let radio = try await lease.oneDongle(output)
        let status = try await backend(lease.client, output)
        var taking = try TableTaking(lease, radio, status, order, options, output)
        taking.listening = listen.duration
        taking.registrationLimit = noWait ? nil : registerLimit.duration
        taking.isSure = yes
        taking.beacon = beacon
        if repeats {
            var round = TableRound(taking)
            try await round.run()
        } else {
            output.setResult { $0.field("tables", 0) }
            let table = try await one(taking)
            output.setResult(TableRound.result([table]))
        }
    }

    private func backend(_ client: GatewayClient, _ output: VerbOutput) async throws -> PayfritStatus {
        var status = try await client.payfritStatus()
        if let business, !isChosen(business, status) {
            _ = try await client.choosePayfritBusiness(PayfritBusinessChoice(business: business))
            status = try await client.payfritStatus()
        }
        await output.devBanner(status)
        if let business = status.business { await output.text(printable("Business: \(business.words)")) }
        return status
    }

    /// Returns whether this business is chosen already. Does not ask the backend, which may be
    /// out of reach.
    private func isChosen(_ text: String, _ status: PayfritStatus) -> Bool {
        status.business.map { "\($0.id)" == text || $0.name.lowercased() == text.lowercased() } ?? false
    }

    private func one(_ taking: TableTaking) async throws -> PayfritTable {
        var taking = taking
        let table: PayfritTable
        if let servicePoint {
            table = try await taking.table(at: servicePoint, isNew: new)
        } else {
            table = try await taking.plan(try await taking.upcoming())
        }
        let taken = try await taking.take(table)
        try await taking.output.line("table", of: taken)
        return taken
    }
}

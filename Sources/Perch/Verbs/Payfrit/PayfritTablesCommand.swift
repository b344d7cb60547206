import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit tables`: the tables that get their beacons through this gateway.
struct PayfritTablesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "Show the tables that get their beacons here, with their states.",
        discussion: """
            planned: the table has an identity, and no beacon yet. provisioning: a run is under way. provisioned: a \
            beacon was written, and was not heard since. queued: the registration is on its way. registered: the \
            backend has it. refused: the backend has refused the registration. dropped: removed with `perch payfrit \
            tables drop`.
            """,
        subcommands: [
            PayfritTablesListVerb.self, PayfritTableRegisterVerb.self, PayfritTableDropVerb.self,
        ], defaultSubcommand: PayfritTablesListVerb.self)
}

/// `perch payfrit tables list`, or `perch payfrit tables` for short.
struct PayfritTablesListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tables, the oldest first.")

    @Flag(help: "Include dropped tables.")
    var all = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        var tables: [PayfritTable] = []
        var last: Int64 = 0
        var page: [PayfritTable] = []
        var isStale = false
        repeat {
            let list = try await payfrit.client.tables(state: all ? TableState.allCases : nil, after: last, limit: 1000)
            isStale = list.stale == true
            page = list.tables
            for table in page { try await output.line("table", of: table) }
            tables += page
            last = page.last?.id ?? last
            output.setResult { [count = tables.count] in $0.field("count", count) }
        } while !page.isEmpty
        await output.text(PayfritTable.table(tables))
        if tables.isEmpty { await output.text("No table was given a beacon here yet.") }
        if isStale, !tables.isEmpty {
            say("perch: The backend was not asked. This is the gateway's last knowledge of it.")
        }
    }
}

/// `perch payfrit tables register`: registers a table whose beacon was written.
struct PayfritTableRegisterVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register a table whose beacon was written.",
        discussion: """
            Without --force, a beacon is registered only if it was heard with its new identity. --force registers one \
            that was not heard, without claiming that it was.
            """)

    @Argument(help: "Name of the table, or its number in `perch payfrit tables`.")
    var table: String

    @Flag(help: "Register the beacon even if it was not heard.")
    var force = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let table = try await payfrit.client.table(named: table)
        let queued = try await payfrit.client.registerTable(table.id, PayfritRegistering(force: force))
        try await output.table(queued)
    }
}

/// `perch payfrit tables drop`: drops a table.
struct PayfritTableDropVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Drop a table, with its registration if that has not arrived.",
        discussion: "Its service point stays, and the backend keeps what it already has.")

    @Argument(help: "Name of the table, or its number in `perch payfrit tables`.")
    var table: String

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func needs(_ output: VerbOutput) -> PayfritFrame.Needs { PayfritFrame.Needs(delivers: false) }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let before = try await payfrit.client.table(named: table)
        let keeps = before.state == .registered ? " here; the backend keeps its beacon" : ""
        let sentence = printable("\(before.name) is \(before.state.rawValue), and would be dropped\(keeps).")
        try await Prompt(output: output).confirm("Drop it?", sentence, isSure: yes)
        let dropped = try await payfrit.client.dropTable(before.id)
        try await output.table(dropped)
    }
}

extension GatewayClient {
    /// Returns the table with this name or number.
    ///
    /// - Throws: ``Failure`` if no table or more than one has it.
    func table(named text: String) async throws -> PayfritTable {
        let tables = try await allTables()
        let candidates = tables.map { NamedChoice.Candidate(id: Int($0.id), names: [$0.name]) }
        return tables[try NamedChoice.table.place(of: text, among: candidates)]
    }
}

extension VerbOutput {
    /// Writes the current state of a table.
    func table(_ table: PayfritTable) async throws {
        try await line("table", of: table)
        await text(PayfritTable.table([table]))
    }
}

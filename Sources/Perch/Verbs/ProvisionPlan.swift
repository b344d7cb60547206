import Advertising
import ArgumentParser
import Failures
import GatewayModel

/// `perch provision plan`: makes a plan from a table (CSV).
struct ProvisionPlan: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Make a plan from a table of beacons (CSV): plan tables.csv > plan.json.",
        discussion: """
            The first row names the columns, in any order: address, name, uuid, major, minor and, optionally, \
            rssi_at_1m, interval_ms, tx_power, address_type. An empty uuid or major repeats the one above, an empty \
            minor is the one above plus 1, an empty name continues the one above: Table 9, Table 10. Every mistake is \
            reported with its line, and then no plan is made. Nothing is sent anywhere. With --business, the Payfrit \
            backend allocates each beacon's identity: the columns are name and, if known, address; without a table, \
            the plan has every service point that has no beacon. From then on, no network is needed before the \
            registrations: `apply --register` takes the plan, `provision table --repeat` takes the tables one by one.
            """)

    @Argument(help: "The table; - is standard input.", completion: .file())
    var table: String?

    @Option(help: "UUID for beacons that have none in the table.")
    var uuid: String?

    @Option(help: "Major for beacons that have none in the table.")
    var major: Int?

    @Option(help: "Have the Payfrit backend allocate identities for this business, by name or number.")
    var business: String?

    @OptionGroup(title: "Gateway (with --business)")
    var gateway: GatewayOptions

    func validate() throws {
        guard business != nil || table != nil else { throw ValidationError("Name a table, or add --business.") }
        guard business == nil || (uuid == nil && major == nil) else {
            throw ValidationError(
                "With --business, the backend allocates UUID and major: leave out --uuid and --major.")
        }
        guard uuid.map({ ProximityUUID($0) != nil }) ?? true else {
            throw ValidationError("--uuid takes 32 hexadecimal digits, with dashes or without.")
        }
        guard major.map({ (0...65_535).contains($0) }) ?? true else {
            throw ValidationError("--major takes 0...65535.")
        }
    }

    var frame: ProseFrame { ProseFrame() }

    func run(_ output: VerbOutput) async throws {
        if let business {
            return try await TablePlanning(business: business, gateway: gateway, output: output).run(table)
        }
        let table = table ?? "-"
        let bytes = try GivenFile.read(table, limit: ProvisioningPlan.byteLimit)
        let sheet = PlanSheet(bytes, defaults: PlanSheet.Defaults(uuid: uuid, major: major))
        guard sheet.faults.isEmpty else {
            let failure = PlanFailure(
                file: table == "-" ? "standard input" : table, unit: "line", faults: sheet.faults)
            failure.lines.forEach(say)
            throw failure
        }
        await output.write(ProvisioningPlan(items: sheet.items).json)
        say("perch: \(counted(sheet.items.count, "beacon")). Begin with `perch provision apply`.")
    }
}

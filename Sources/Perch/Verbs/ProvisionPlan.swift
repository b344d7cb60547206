import ArgumentParser
import Failures
import GatewayModel

/// `perch provision plan`: makes a plan of a table.
struct ProvisionPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Make a plan of a table of beacons (CSV): plan tables.csv > plan.json.",
        discussion: """
            The first row names the columns, in any order: address, name, uuid, major, minor, and, where wanted, \
            rssi_at_1m, interval_ms, tx_power, address_type. An empty uuid or major is the one above, an empty minor the \
            one above and 1, an empty name the one that follows: Table 9, Table 10. Everything that is wrong is told with \
            its line, and then there is no plan. Nothing is sent anywhere.
            """)

    @Argument(help: "The table; - is standard input.", completion: .file())
    var table: String

    @Option(help: "UUID of those that have none in the table.")
    var uuid: String?

    @Option(help: "Major of those that have none in the table.")
    var major: Int?

    func run() async throws {
        try await OutputOptions.prose { output in
            let bytes = try InputFile.read(table, limit: ProvisioningPlan.byteLimit)
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
}

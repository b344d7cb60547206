import Advertising
import Failures
import GatewayClient
import GatewayModel
import Settings

/// Plans tables while the backend is reachable, so that their beacons can be provisioned without
/// it.
struct TablePlanning: Sendable {
    let business: String
    let gateway: GatewayOptions
    let output: VerbOutput

    /// - Parameter path: File with the tables' names; nil = all service points without a beacon.
    func run(_ path: String?) async throws {
        let rows = try path.map(read)
        let setup = try Settings.forVerb().payfrit
        let (tables, status) = try await gateway.withStoreGateway(output, payfrit: setup) { client in
            _ = try await client.choosePayfritBusiness(PayfritBusinessChoice(business: business))
            let status = try await client.payfritStatus()
            let orders = try await orders(rows, client)
            var tables: [PayfritTable] = []
            for order in orders {
                tables.append(try await client.planTable(order))
            }
            return (tables, status)
        }
        // Only the plan is written to standard output.
        if let words = status.unheededEnvironment() { say("perch: \(words)") }
        if status.isDev { say(printable("DEV — \(status.base)")) }
        let items = zip(tables, rows?.map { $0.address.flatMap { BluetoothAddress($0) } } ?? []).compactMap {
            table, address in
            address.map {
                ProvisioningItem(
                    address: $0, name: table.name, uuid: table.uuid, major: table.major, minor: table.minor)
            }
        }
        for table in tables { say(printable("\(table.name): \(table.uuid)/\(table.major)/\(table.minor)")) }
        if !items.isEmpty { await output.write(ProvisioningPlan(items: items).json) }
        let rest = tables.count - items.count
        say("perch: \(counted(tables.count, "table is", "tables are")) planned.")
        if tables.isEmpty {
            say("  Next: every service point has a beacon; `perch provision table` adds the next table.")
        }
        if !items.isEmpty {
            say("  Next: `perch provision apply --register` applies the plan, even without a network.")
        }
        if rest > 0 { say("  Next: `perch provision table --repeat` provisions the \(rest) without an address.") }
    }

    private func orders(_ rows: [TableSheet.Row]?, _ client: GatewayClient) async throws -> [PayfritTableOrder] {
        if let rows { return rows.map { PayfritTableOrder(name: $0.name) } }
        let points = try await client.servicePoints().servicePoints
        return points.filter { $0.beacon == nil && $0.active != false }.map { PayfritTableOrder(servicePoint: $0.id) }
    }

    private func read(_ path: String) throws -> [TableSheet.Row] {
        let sheet = TableSheet(try GivenFile.read(path, limit: ProvisioningPlan.byteLimit))
        guard sheet.faults.isEmpty else {
            let failure = PlanFailure(
                file: path == "-" ? "standard input" : path, unit: "line", faults: sheet.faults)
            failure.lines.forEach(say)
            throw failure
        }
        return sheet.rows
    }
}

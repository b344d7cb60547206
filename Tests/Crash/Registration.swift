import Advertising
import GatewayTestSupport
import Foundation
import Gateway
import GatewayModel
import KillPoint
import Store

/// `crash payfrit STORE PORT URL BEACON TABLE`: a gateway that logs in to the backend at the URL,
/// plans a table of that name, writes the beacon for it, and ends once the beacon is registered.
/// Started again, it continues from wherever it was cut off. It prints the number of commits made
/// so far at each stage; from these numbers tests choose where to kill it.
enum Registration {
    static func run(store: String, port: String, backend: String, beacon: BluetoothAddress, table: String) async throws
    {
        var payfrit = PayfritSetup()
        payfrit.environment = backend
        payfrit.folder = URL(filePath: store).deletingLastPathComponent().path
        try await BriefGateway.with(
            try Store.open(path: store), port: port, payfrit: payfrit
        ) { gateway in
            await gateway.provisioning.setBaselineTime(.milliseconds(200))
            let taking = TableTaking(gateway: gateway, beacon: beacon)
            try await taking.logIn()
            let table = try await taking.plan(table)
            print(killpoint_commits(), "planned")
            try await taking.provision(table)
            print(killpoint_commits(), "provisioned")
            try await taking.waitForRegistration(of: table)
            print(killpoint_commits(), "registered")
        }
        print(killpoint_commits(), "ended")
    }
}

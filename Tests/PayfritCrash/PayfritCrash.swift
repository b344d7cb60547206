import BriefGateway
import Foundation
import Gateway
import GatewayModel
import KillPoint
import Store

/// `payfrit-crash STORE PORT URL BEACON TABLE`: a gateway that logs in to the backend at the URL, takes a table of that name for the
/// beacon, and ends once it is registered, for tests that kill it. Started again, it goes on from wherever it was cut off.
/// It prints how many commits it has made when it has come to something, so that they know where to.
@main
struct PayfritCrash {
    static func main() async {
        do {
            try await take(CommandLine.arguments)
        } catch {
            // On the standard output, where those who have started it look.
            print(error)
            exit(1)
        }
    }

    private static func take(_ arguments: [String]) async throws {
        var payfrit = PayfritSetup()
        payfrit.environment = arguments[3]
        payfrit.folder = URL(filePath: arguments[1]).deletingLastPathComponent().path
        try await BriefGateway.with(
            try Store.open(path: arguments[1]), port: arguments[2], payfrit: payfrit
        ) { gateway in
            await gateway.provisioning.setBaselineTime(.milliseconds(200))
            let taking = TableTaking(gateway: gateway, beacon: arguments[4])
            try await taking.logIn()
            let table = try await taking.plan(arguments[5])
            print(killpoint_commits(), "planned")
            try await taking.provision(table)
            print(killpoint_commits(), "provisioned")
            try await taking.waitForRegistration(of: table)
            print(killpoint_commits(), "registered")
        }
        print(killpoint_commits(), "ended")
    }
}

import BriefGateway
import Foundation
import GatewayModel
import KillPoint
import Store

/// `config-crash STORE PORT DEVICE FILE`: a gateway that pushes a config onto a device and has it keep that, for tests that kill it.
/// It prints how many commits it has made when it begins something else, and at last what became of it, so that they know where to.
@main
struct ConfigCrash {
    static func main() async throws {
        let arguments = CommandLine.arguments
        var order = ConfigOrder(device: arguments[3])
        order.config = try String(contentsOfFile: arguments[4], encoding: .utf8)
        order.save = true
        try await BriefGateway.with(try Store.open(path: arguments[1]), port: arguments[2]) { gateway in
            for await update in try await gateway.configs.perform(.push, order) {
                switch update {
                case .progress(let progress): print(killpoint_commits(), progress.phase)
                case .report(let report): print(killpoint_commits(), report.outcome ?? "nothing")
                }
            }
            fflush(nil)
        }
    }
}

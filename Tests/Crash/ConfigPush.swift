import GatewayTestSupport
import Foundation
import GatewayModel
import KillPoint
import Store

/// `crash config STORE PORT DEVICE FILE`: a gateway that pushes a config onto a device and has it
/// saved. It prints the number of commits made so far at the beginning of each phase, and the
/// result at the end; from these numbers tests choose where to kill it.
enum ConfigPush {
    static func run(store: String, port: String, device: String, file: String) async throws {
        var order = ConfigOrder(device: device)
        order.config = try String(contentsOfFile: file, encoding: .utf8)
        (order.save, order.mayRemove) = (true, true)
        try await BriefGateway.with(try Store.open(path: store), port: port) { gateway in
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

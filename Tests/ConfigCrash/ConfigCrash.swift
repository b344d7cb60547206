import Foundation
import Gateway
import GatewayModel
import KillPoint
import Logging
import SerialPort
import Store

/// `config-crash STORE PORT DEVICE FILE`: a gateway that pushes a config onto a device and has it keep that, for tests that kill it.
/// It prints how many commits it has made when it begins something else, and at last what became of it, so that they know where to.
@main
struct ConfigCrash {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let store = try Store.open(path: arguments[1])
        var configuration = Gateway.Configuration()
        configuration.isDaemon = false
        configuration.scansAlways = false
        configuration.followsPorts = false
        let gateway = Gateway(
            configuration: configuration, store: store, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await gateway.run() }
        _ = try await gateway.adopt(.path(arguments[2]), baud: nil)
        var order = ConfigOrder(device: arguments[3])
        order.config = try String(contentsOfFile: arguments[4], encoding: .utf8)
        order.save = true
        for await update in try await gateway.configs.perform(.push, order) {
            switch update {
            case .progress(let progress): print(killpoint_commits(), progress.phase)
            case .report(let report): print(killpoint_commits(), report.outcome ?? "nothing")
            }
        }
        fflush(nil)
        await gateway.stop()
        try await running.value
        try store.close()
    }
}

import ArgumentParser
import Failures
import Foundation
import Gateway
import GatewayClient
import GatewayModel
import LineFormats
import SerialPort

/// `perch dongle adopt`: lets a running gateway take a port into use.
struct DongleAdopt: Verb {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Let the running gateway take a port into use.",
        discussion: """
            The gateway keeps using the port, even while no dongle is connected, until it ends or releases the port.
            """)

    @Argument(help: "auto, a path on the gateway's machine, id:SERIAL, or a radio such as usb:0.")
    var port: String

    @OptionGroup var speed: LineSpeedOptions

    @OptionGroup var frame: RunningFrame

    func validate() throws {
        guard port != "sim", PortChoice(port) != nil else {
            if RadioName.isMeant(by: port) { _ = try RadioName(argument: port) }
            throw ValidationError(
                "A port is auto, a path, id:SERIAL or a radio. To simulate: `perch simulate --link PATH`.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let choice = PortChoice(port) ?? .auto
        let request = AdoptionRequest(port: choice.text(for: client.address), baud: speed.baud)
        let status = try await client.adopt(request)
        if status.simulated { output.markSimulated() }
        output.setResult {
            $0.field("dongle", status.id)
            $0.field("alias", status.alias)
            $0.field("port", status.port)
        }
        await output.text("The gateway uses \(printable(status.place)), dongle \(printable(status.id ?? "?")).")
    }
}

extension PortChoice {
    /// Returns the port as sent to the gateway. A gateway on this machine may run in another
    /// working folder, so it gets the absolute path. A gateway elsewhere gets the text as typed,
    /// which names a port of that machine.
    func text(for address: GatewayAddress) -> String {
        guard case .path(let path) = self, !path.hasPrefix("/"), case .socket = address else { return text }
        return URL(fileURLWithPath: path).path
    }
}

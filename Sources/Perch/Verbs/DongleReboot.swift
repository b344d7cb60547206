import ArgumentParser
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle reboot`: restarts the dongle.
struct DongleReboot: Verb {
    static let configuration = CommandConfiguration(commandName: "reboot", abstract: "Restart the dongle.")

    @Flag(help: "Start the boot loader instead of the firmware.")
    var bootloader = false

    @OptionGroup var frame: DongleFrame

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let dongle = try await lease.oneDongle(output)
        let mode: RestartMode = bootloader ? .bootloader : .run
        try await lease.client.reboot(dongle.name, RebootOrder(mode: mode))
        output.setResult { $0.field("mode", mode.rawValue) }
        await output.text(bootloader ? "The boot loader was started." : "The dongle has restarted.")
    }
}

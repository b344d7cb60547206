import ArgumentParser
import DongleProtocol

/// `perch dongle reboot`: restarts the dongle.
struct DongleReboot: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reboot", abstract: "Restart the dongle.")

    @Flag(help: "Start the boot loader instead of the firmware.")
    var bootloader = false

    @OptionGroup var port: PortOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await port.withDongle(output) { dongle in
                let mode: RebootMode = bootloader ? .bootloader : .run
                try await output.interruptible { try await dongle.reboot(mode) }
                output.setResult { $0.field("mode", mode == .run ? "run" : "bootloader") }
                await output.text(bootloader ? "The boot loader was started." : "The dongle has restarted.")
            }
        }
    }
}

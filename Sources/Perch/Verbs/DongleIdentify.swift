import ArgumentParser
import Failures

/// `perch dongle identify`: makes the dongle blink.
struct DongleIdentify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", abstract: "Make the dongle show itself, by blinking for instance.")

    @Option(name: .customLong("for"), help: "How long, at most 60s.")
    var length = DurationArgument(.seconds(3))

    @OptionGroup var port: PortOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard length.duration <= .seconds(60) else { throw ValidationError("--for takes at most 60s.") }
    }

    func run() async throws {
        try await output.run { output in
            try await port.withDongle(output) { dongle in
                try await output.interruptible { try await dongle.identify(for: length.duration) }
                await output.text("The dongle on \(dongle.place) shows itself for \(tenths(length.duration)) s.")
                // A simulated dongle ends with this process, and others may when their port is closed.
                _ = await output.stop.wait(atMost: length.duration)
                try output.checkWhole(isBounded: true)
            }
        }
    }
}

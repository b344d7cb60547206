import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch dongle identify`: makes the dongle blink.
struct DongleIdentify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", abstract: "Make the dongle show itself, by blinking for instance.")

    @Option(name: .customLong("for"), help: "How long, at most 60s.")
    var length = DurationArgument(.seconds(3))

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard length.duration <= .seconds(60) else { throw ValidationError("--for takes at most 60s.") }
    }

    func run() async throws {
        try await output.run { output in
            try await dongle.withGateway(output) { lease in
                let status = try await lease.oneDongle(output)
                try await output.interruptible {
                    try await lease.client.identify(
                        status.name, IdentificationRequest(durationMs: Int(length.duration / .milliseconds(1))))
                }
                await output.text(
                    "The dongle on \(printable(status.port)) shows itself for \(tenths(length.duration)) s.")
                // A gateway of this process ends with it, and some dongles stop when their port is closed.
                if lease.isOwn { _ = await output.stop.wait(atMost: length.duration) }
                try output.checkWhole(isBounded: true)
            }
        }
    }
}

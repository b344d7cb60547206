import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch dongle identify`: makes the dongle blink.
struct DongleIdentify: Verb {
    static let configuration = CommandConfiguration(
        commandName: "identify", abstract: "Make the dongle identify itself, for instance by blinking.")

    @Option(name: .customLong("for"), help: "Duration, at most 60s.")
    var length = DurationArgument(.seconds(3))

    @OptionGroup var frame: DongleFrame

    func validate() throws {
        guard length.duration <= .seconds(60) else { throw ValidationError("--for takes at most 60s.") }
    }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let status = try await lease.oneDongle(output)
        try await lease.client.identify(
            status.name, IdentificationRequest(durationMs: Int(length.duration / .milliseconds(1))))
        await output.text(
            "The dongle on \(printable(status.port)) identifies itself for \(tenths(length.duration)) s.")
        // A gateway inside this process ends with the process and closes the port, at which some
        // dongles stop blinking.
        if lease.isOwn { _ = await output.stop.wait(atMost: length.duration) }
        try output.checkWhole(isBounded: true)
    }
}

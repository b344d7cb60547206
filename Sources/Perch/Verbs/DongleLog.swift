import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle log`: follows the dongle's log.
struct DongleLog: Verb {
    static let configuration = CommandConfiguration(commandName: "log", abstract: "Follow the dongle's log.")

    @Option(help: "Stop after this time; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: DongleFrame

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let dongle = try await lease.oneDongle(output)
        let lines = try await lease.client.log(dongle.name)
        try await Following.run(until: output.stop, duration: duration?.duration, of: lines) { line in
            await write(line, output)
        }
        try output.checkWhole(isBounded: duration != nil)
    }

    private func write(_ line: DongleLogLine, _ output: VerbOutput) async {
        let level = line.level?.rawValue ?? "unknown"
        let uptime = line.uptimeMs ?? 0
        let dropped = line.droppedBefore ?? 0
        await output.line("log") {
            $0.field("level", level)
            $0.field("uptime_ms", uptime)
            $0.field("text", line.text ?? "")
            if dropped > 0 { $0.field("dropped_before", dropped) }
        }
        if dropped > 0 { await output.text("… \(counted(dropped, "line was", "lines were")) dropped") }
        await output.text("\(tenths(.milliseconds(uptime))) s  \(printable(level))  \(printable(line.text ?? ""))")
    }
}

import ArgumentParser
import DongleLink
import DongleProtocol
import Failures

/// `perch dongle log`: follows the dongle's log.
struct DongleLog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "log", abstract: "Follow the dongle's log.")

    @Option(help: "Stop after this long; without it at ^C.")
    var duration: DurationArgument?

    @OptionGroup var port: PortOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await port.withDongle(output) { dongle in
                let lines = await dongle.logLines()
                try await Following.run(until: output.stop, duration: duration?.duration, of: lines) { line in
                    await output.line("log") {
                        $0.field("level", line.level.word)
                        $0.field("uptime_ms", line.uptimeMs)
                        $0.field("text", line.text)
                        if line.dropped > 0 { $0.field("dropped_before", line.dropped) }
                    }
                    if line.dropped > 0 { await output.text("… \(line.dropped) lines were dropped") }
                    await output.text(
                        "\(tenths(.milliseconds(line.uptimeMs))) s  \(line.level.word)  \(printable(line.text))")
                }
                try output.checkWhole(isBounded: duration != nil)
            }
        }
    }
}

extension LogLevel {
    /// The level as log lines write it.
    var word: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        default: "level-\(rawValue)"
        }
    }
}

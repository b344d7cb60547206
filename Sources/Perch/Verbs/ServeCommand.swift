import ArgumentParser
import Failures
import Foundation
import Logging
import Settings

/// `perch serve`: runs a gateway until ^C or SIGTERM.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a gateway: own the dongles, and serve the API to clients.",
        discussion: """
            Runs until ^C or SIGTERM, whether or not a dongle is connected. Settings that are not given here come \
            from the environment and from files; `perch settings show` lists the settings in effect.
            """)

    @OptionGroup var options: ServeOptions

    @Option(
        help: ArgumentHelp(
            """
            Record every byte on the serial lines in this new pcapng file, for Wireshark; - is standard output. The \
            file grows without limit, and contains what is written to devices.
            """, valueName: "file"), completion: .file())
    var trace: String?

    @OptionGroup(title: "Simulation (with --port sim)")
    var air: AirOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let signals = ShutdownSignals.take()
        let sink = LogSink(format: LogFormat(environment: environment))
        defer { sink.flush() }
        var sources = SettingsSources(
            environment: environment, places: Places(environment: environment), file: options.config)
        sources.flags = options.flags
        let loaded = Result { () throws(SettingsError) in try sources.load() }
        let level = (try? loaded.get()).flatMap { Logger.Level(rawValue: $0.settings.logLevel) } ?? .info
        LoggingSystem.bootstrap { ServiceLogHandler(label: $0, level: level, sink: sink) }
        let logger = Logger(label: "perch")
        do {
            let effective = try loaded.get()
            for remark in effective.remarks { logger.warning("\(remark.line)") }
            guard air.isDefault || effective.settings.ports.contains("sim") else {
                throw ValidationError("--scenario, --replay, --speed, --loop and --seed need --port sim.")
            }
            ShutdownSignals.endAtSecond()
            try await Daemon(
                effective: effective, environment: environment, air: air, trace: trace, logFormat: sink.format,
                signals: signals, logger: logger
            ).run()
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ExitCode(ServeCommand.report(error, logger).exit.rawValue)
        }
    }

    /// Logs the error that ended the gateway or kept it from starting.
    private static func report(_ error: any Error, _ logger: Logger) -> Failure {
        var failure = Failure(error)
        if case .invalid(let findings) = error as? SettingsError {
            for finding in findings { logger.error("\(finding.line)") }
            failure = .mistakes(findings.count)
        }
        logger.error("\(failure.message) Next: \(failure.hint)", metadata: ["code": "\(failure.code)"])
        return failure
    }
}

import ArgumentParser
import Failures
import GatewayModel

/// `perch config roundtrip`: tests the firmware of a device with made-up configs.
struct ConfigRoundtrip: Verb {
    static let configuration = CommandConfiguration(
        commandName: "roundtrip", abstract: "Send made-up configs to a device, and check that they come back.",
        discussion: """
            For authors of firmware. The kinds of configs come in turn: anything, characters that are split between \
            chunks, each list full, one entry too many, as many bytes as the device keeps and one more, settings at \
            their limits, texts that need escaping, an empty config. The device may refuse a config that exceeds a \
            limit, and may drop entries beyond a limit; any other difference is a failure. Numbers stay within the \
            ranges of the device's profile. Nothing is saved. At the end, and after ^C, the device gets back its own \
            config, byte for byte, and what it had saved; what it did not get back is reported, and the verb ends \
            with 78.
            """)

    @OptionGroup var target: ConfigDeviceOptions

    @Option(help: "Number of configs, 1...10000; 13 are one of each kind.")
    var count = 13

    // `--seed` is taken: it seeds the air of a simulated dongle.
    @Option(help: "Seed of the configs: the same seed gives the same configs. Without it, they differ each time.")
    var configSeed: UInt64?

    @Option(help: "File for a report in JUnit format.", completion: .file())
    var junit: String?

    @OptionGroup var frame: ConfigFrame

    func validate() throws {
        guard (1...10_000).contains(count) else { throw ValidationError("--count takes 1...10000.") }
    }

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        let inhibitor = SleepInhibitor(why: "testing a device")
        defer { inhibitor?.end() }
        let run = RoundtripRun(
            follower: follower, order: target.waiting.order(target.device), count: count,
            seed: configSeed ?? UInt64.random(in: 0...UInt64(UInt32.max)), output: output)
        let (report, failure) = try await run.run()
        if let junit { try write(report.junit, to: junit) }
        await output.text(report.summary)
        if let failure { throw failure }
        if report.results.count < count { throw Failure.interrupted }
        guard report.failed == 0 else { throw Failure.roundtrip(report) }
        guard report.untested == 0 else { throw Failure.untested(report) }
    }

    private func write(_ text: String, to path: String) throws {
        var file = try PartialFile(path)
        do {
            try file.append(Array(text.utf8))
            try file.finish(replacing: true)
        } catch {
            file.discard()
            throw error
        }
    }
}

extension Failure {
    fileprivate static func untested(_ report: RoundtripReport) -> Failure {
        Failure(
            code: "roundtrip-untested",
            message:
                "\(report.untested) of \(counted(report.results.count, "config")) could not be tested: the connection to the device failed.",
            hint:
                "Go nearer, make sure that no other host is connected to the device, and run it again with --config-seed \(report.seed).",
            isRetryable: true, exit: .temporary)
    }

    fileprivate static func roundtrip(_ report: RoundtripReport) -> Failure {
        Failure(
            code: "roundtrip-failed",
            message: "\(report.failed) of \(counted(report.results.count, "config")) did not come back unchanged.",
            hint: "The differences are listed above. To send the same configs again, add --config-seed \(report.seed).",
            exit: .protocolMismatch)
    }
}

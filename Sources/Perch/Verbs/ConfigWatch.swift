import ArgumentParser
import Failures
import FlockFinder
import GatewayModel
import LineFormats

/// `perch config watch`: shows changes of a device's config.
struct ConfigWatch: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Read a device repeatedly, and show what has changed.",
        discussion: """
            A device does not report that another host has changed its config. So Perch connects and reads the config \
            each time; in between, other hosts can connect. Nothing is changed.
            """)

    @OptionGroup var target: ConfigDeviceOptions

    @Option(help: "Time between readings, 1s...1h.")
    var every = DurationArgument(.seconds(15))

    @Option(help: "Stop after this time; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: ConfigFrame

    func validate() throws {
        guard (Duration.seconds(1) ... .seconds(3600)).contains(every.duration) else {
            throw ValidationError("--every takes 1s...1h.")
        }
    }

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        let end = duration.map { ContinuousClock.now + $0.duration }
        var watched = WatchedConfig()
        var last: ConfigReport?
        while output.stop.reason == nil, end.map({ ContinuousClock.now < $0 }) ?? true {
            let order = target.waiting.order(target.device)
            guard let report = try await reading(order, follower, output) else { break }
            last = report
            let news = watched.take(report)
            output.setResult { [watched] in
                $0.field("readings", watched.readings)
                $0.field("changes", watched.changes)
                $0.field("failed", watched.failed)
            }
            if let news { await tell(news, report, output) }
            let rest = end.map { $0 - ContinuousClock.now } ?? every.duration
            guard rest > .zero else { break }
            _ = await output.stop.wait(atMost: min(rest, every.duration))
        }
        if watched.failed > 0, watched.failed == watched.readings, let failure = last?.verbFailure {
            throw failure
        }
        try output.checkWhole(isBounded: duration != nil)
    }

    /// Reads the device; returns nil if ^C stopped the reading, which ends the watch normally.
    private func reading(
        _ order: ConfigOrder, _ follower: ConfigFollower, _ output: VerbOutput
    ) async throws -> ConfigReport? {
        do {
            return try await output.interruptible { try await follower.report(.read, order, isQuiet: true) }
        } catch let failure as Failure where failure.exit == .interrupted && output.stop.reason != nil {
            return nil
        }
    }

    private func tell(_ news: [String], _ report: ConfigReport, _ output: VerbOutput) async {
        let now = Timestamp.now
        await output.line("config-state", at: now) {
            $0.field("device", report.device.device)
            if let held = report.held { $0.field("bytes", held.utf8.count) }
            if let failure = report.failure { $0.field("failure", failure.code) }
            $0.array("changes") { writer in news.forEach { writer.element($0) } }
        }
        for line in news { await output.text("\(now.words)  \(line)") }
    }
}

import DongleProtocol

/// Runs the checks against the dongle behind a port, on the caller's thread.
package final class ConformanceRun {
    /// Restarts of greeting without an answer after which the dongle is taken for gone.
    private static let silentChecks = 3

    private let bench: Bench
    private let checks: [Check]
    private let cancellation: Cancellation
    /// What the first HELLO was answered with; nil before.
    package private(set) var identity: HelloReply?
    /// What the dongle says it is; nil where it did not.
    package private(set) var info: InfoAnswer?

    /// - Parameters:
    ///   - only: Ids of checks separated by commas, `*` standing for anything; nil = all.
    ///   - isCancelled: Asked at least ten times a second.
    /// - Throws: ``ConformanceError/noSuchCheck(pattern:)``.
    package init(
        port: any BytePort, options: ConformanceOptions, only: String? = nil, isCancelled: @escaping () -> Bool
    ) throws(ConformanceError) {
        checks = try CheckTable.matching(only)
        let cancellation = Cancellation(isCancelled)
        self.cancellation = cancellation
        bench = Bench(options: options, wire: Wire(port: port) { cancellation.isCancelled })
    }

    /// Runs every check in order; those that are judged by what was seen throughout come last.
    ///
    /// - Parameter onReport: Called as each check ends.
    /// - Throws: ``ConformanceError`` where no dongle answers or the port is lost; `CancellationError`.
    package func run(onReport: (CheckReport) -> Void) throws {
        let start = ContinuousClock.now
        do {
            try greet()
        } catch let failure as CheckFailure {
            reportUnable(try theCheckThatGreetingFails(), failure, lasted: .now - start, onReport)
            return
        }
        try keepConfigs()
        do {
            try runAll(onReport)
        } catch {
            // Whatever ends the run, the config that was there is put back.
            cancellation.isIgnored = true
            putBackConfigs(onReport)
            throw error
        }
        putBackConfigs(onReport)
        for check in checks where check.body == nil {
            onReport(CheckReport(check: check, verdict: verdictThroughout(check), lasted: .zero))
        }
    }

    private func greet() throws {
        let session = try bench.open(limit: bench.options.greetingLimit)
        identity = session.reply
        bench.wire.watch.isJudging = true
        info = try? session.ask(InfoRequest())
    }

    /// Reads what the config store holds before anything is done to the dongle: a restart, too, ends a config that is not saved.
    private func keepConfigs() throws {
        guard bench.options.allowsReset, bench.features.contains(.configStore),
            checks.contains(where: { $0.needs.contains(.reset) })
        else { return }
        do {
            bench.keptConfigs = try KeptConfigs(try bench.open())
        } catch is CheckFailure {
            // The checks that change the store fail by this, and change nothing.
        }
    }

    /// What a dongle fails at that sends something, and no session comes of it.
    private func theCheckThatGreetingFails() throws(ConformanceError) -> String {
        if bench.wire.watch.frames > 0 {
            guard !bench.wire.watch.isEcho else { throw .echoes }
            return "hello.reply"
        }
        guard bench.wire.watch.rejections > 0, bench.options.judgesDamage else {
            throw .noAnswer(limit: bench.options.greetingLimit, bytes: bench.wire.bytesReceived)
        }
        return Watch.Rule.encoding.rawValue
    }

    private func reportUnable(
        _ id: String, _ failure: CheckFailure, lasted: Duration, _ onReport: (CheckReport) -> Void
    ) {
        // It is told of whether or not it was asked for: nothing else can be.
        for check in CheckTable.all where check.id == id {
            onReport(CheckReport(check: check, verdict: .failed(finding(failure)), lasted: lasted))
        }
        for check in checks where check.id != id {
            onReport(CheckReport(check: check, verdict: .skipped("no session could be opened"), lasted: .zero))
        }
    }

    private func runAll(_ onReport: (CheckReport) -> Void) throws {
        var silent = 0
        for check in checks where check.id != CheckTable.putBack {
            guard let body = check.body else { continue }
            guard silent < Self.silentChecks else {
                onReport(CheckReport(check: check, verdict: .skipped("the dongle answers no more"), lasted: .zero))
                continue
            }
            if let reason = check.needs.lazy.compactMap({ $0.reasonToSkip(self.bench) }).first {
                onReport(CheckReport(check: check, verdict: .skipped(reason), lasted: .zero))
                continue
            }
            let report = try perform(check, body)
            silent = bench.isSilent ? silent + 1 : 0
            onReport(report)
        }
    }

    private func perform(_ check: Check, _ body: (Bench) throws -> Void) throws -> CheckReport {
        bench.wire.forget()
        let start = ContinuousClock.now
        let verdict: Verdict
        do {
            try body(bench)
            verdict = .passed
        } catch let failure as CheckFailure {
            verdict = .failed(finding(failure))
        } catch let skip as CheckSkip {
            verdict = .skipped(skip.reason)
        }
        return CheckReport(check: check, verdict: verdict, lasted: .now - start)
    }

    private func finding(_ failure: CheckFailure) -> Finding {
        Finding(expected: failure.expected, got: failure.got, frames: bench.wire.record.last(8))
    }

    private func putBackConfigs(_ onReport: (CheckReport) -> Void) {
        guard bench.keptConfigs != nil, let check = CheckTable.all.first(where: { $0.id == CheckTable.putBack }),
            let body = check.body
        else { return }
        do {
            onReport(try perform(check, body))
        } catch {
            let failure = CheckFailure(expected: "the configs of before put back", got: "\(error)")
            onReport(CheckReport(check: check, verdict: .failed(finding(failure)), lasted: .zero))
        }
    }

    private func verdictThroughout(_ check: Check) -> Verdict {
        guard let rule = Watch.Rule(rawValue: check.id), let breach = bench.wire.watch.breaches[rule] else {
            return .passed
        }
        let times = breach.count == 1 ? "" : " (\(breach.count) times)"
        return .failed(
            Finding(expected: breach.first.expected, got: breach.first.got + times, frames: breach.first.frames))
    }
}

/// Whether the run is to end; ignored while configs are put back.
private final class Cancellation {
    var isIgnored = false
    private let asked: () -> Bool

    init(_ asked: @escaping () -> Bool) { self.asked = asked }

    var isCancelled: Bool { !isIgnored && asked() }
}

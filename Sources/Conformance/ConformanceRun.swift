import DongleProtocol

/// Runs the checks against the dongle behind a port, on the caller's thread.
package final class ConformanceRun {
    /// Number of consecutive checks with an unanswered HELLO after which the dongle counts as gone.
    private static let silentChecks = 3

    private let bench: Bench
    private let checks: [Check]
    private let cancellation: Cancellation
    /// Reply to the first HELLO; nil before it.
    package private(set) var identity: HelloReply?
    /// The dongle's answer to INFO; nil if it sent none.
    package private(set) var info: InfoAnswer?

    /// - Parameters:
    ///   - only: Ids of checks separated by commas, `*` for any text; nil = all.
    ///   - isCancelled: Called at least ten times a second.
    /// - Throws: ``ConformanceError/noSuchCheck(pattern:)``.
    package init(
        port: any BytePort, options: ConformanceOptions, only: String? = nil, isCancelled: @escaping () -> Bool
    ) throws(ConformanceError) {
        checks = try CheckTable.matching(only)
        let cancellation = Cancellation(isCancelled)
        self.cancellation = cancellation
        bench = Bench(options: options, wire: Wire(port: port) { cancellation.isCancelled })
    }

    /// Runs the checks in order; those judged by everything seen during the run come last.
    ///
    /// - Parameter onReport: Called at the end of each check.
    /// - Throws: ``ConformanceError`` if no dongle answers or the port is lost;
    ///   `CancellationError`.
    package func run(onReport: (CheckReport) -> Void) throws {
        try runInOrder { onReport(judged($0)) }
    }

    /// Returns the report with a failure where a required check is not proven.
    private func judged(_ report: CheckReport) -> CheckReport {
        guard case .notProven(let reason) = report.verdict, bench.options.required.contains(report.check.id) else {
            return report
        }
        let finding = Finding(expected: "a proof, which --require asks for", got: "none: \(reason)")
        return CheckReport(check: report.check, verdict: .failed(finding), lasted: report.lasted)
    }

    private func runInOrder(onReport: (CheckReport) -> Void) throws {
        let start = ContinuousClock.now
        do {
            try greet()
        } catch let failure as CheckFailure {
            let id = try theCheckThatGreetingFails()
            let isDamaged = id == Watch.Rule.encoding.rawValue
            reportUnable(id, isDamaged ? damage : failure, lasted: .now - start, onReport)
            return
        }
        try keepConfigs()
        do {
            try runAll(onReport)
        } catch {
            // The config is restored, whatever ended the run.
            cancellation.isIgnored = true
            putBackConfigs(onReport, endedIn: bench.wire.check)
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

    /// Reads the config store before anything else happens to the dongle, because a restart also
    /// loses an unsaved config.
    private func keepConfigs() throws {
        guard bench.options.allowsReset, bench.features.contains(.configStore),
            checks.contains(where: { $0.needs.contains(.reset) })
        else { return }
        do {
            bench.keptConfigs = try KeptConfigs(try bench.open())
        } catch is CheckFailure {
            // Without saved copies, the checks that change the store fail and change nothing.
        }
    }

    /// The failure of a dongle that sends no frame in answer to HELLO.
    private var damage: CheckFailure {
        CheckFailure(
            expected: "frames with a correct CRC between zeros",
            got: "\(bench.wire.watch.rejections) stretches that are no frames, and no frame")
    }

    /// Returns the id of the check that fails when the dongle sends data but no session can be
    /// opened.
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
        // This failure is reported even if `only` does not include its check, because no other
        // check can run.
        for check in CheckTable.all where check.id == id {
            onReport(CheckReport(check: check, verdict: .failed(finding(failure)), lasted: lasted))
        }
        for check in checks where check.id != id {
            onReport(CheckReport(check: check, verdict: .notProven("no session could be opened"), lasted: .zero))
        }
    }

    private func runAll(_ onReport: (CheckReport) -> Void) throws {
        var silent = 0
        for check in checks where check.id != CheckTable.putBack {
            guard let body = check.body else { continue }
            guard silent < Self.silentChecks else {
                onReport(CheckReport(check: check, verdict: .notProven("the dongle no longer answers"), lasted: .zero))
                continue
            }
            // What does not concern the dongle comes before what an option would show.
            let unmet = check.needs.compactMap { $0.verdictUnmet(self.bench) }
            if let verdict = unmet.first(where: { if case .skipped = $0 { true } else { false } }) ?? unmet.first {
                onReport(CheckReport(check: check, verdict: verdict, lasted: .zero))
                continue
            }
            let report = try perform(check, body)
            silent = bench.isSilent ? silent + 1 : 0
            onReport(report)
        }
    }

    private func perform(_ check: Check, _ body: (Bench) throws -> Void) throws -> CheckReport {
        bench.wire.begin(check)
        let detections = bench.wire.watch.detections
        let start = ContinuousClock.now
        let verdict: Verdict
        do {
            try body(bench)
            verdict = .passed
        } catch let failure as CheckFailure where bench.wire.watch.detections > detections {
            // It takes a counter and room in the ring at any time.
            verdict = .notProven(
                "DETECTION came meanwhile (expected \(failure.expected); got \(failure.got)); run it where the dongle's config matches nothing"
            )
        } catch let failure as CheckFailure {
            verdict = .failed(finding(failure))
        } catch let skip as CheckSkip {
            verdict = .skipped(skip.reason)
        } catch let unseen as CheckNotProven {
            verdict = .notProven(unseen.reason)
        }
        return CheckReport(check: check, verdict: verdict, lasted: .now - start)
    }

    private func finding(_ failure: CheckFailure) -> Finding {
        Finding(failure, bench.wire.selection)
    }

    /// - Parameter interrupted: The check in which the run ended early, if it did.
    private func putBackConfigs(_ onReport: (CheckReport) -> Void, endedIn interrupted: Check? = nil) {
        guard bench.keptConfigs != nil, let check = CheckTable.all.first(where: { $0.id == CheckTable.putBack }),
            let body = check.body
        else { return }
        do {
            onReport(try perform(check, body))
        } catch {
            let place = interrupted.map { "; the run ended in \($0.id)" } ?? ""
            let failure = CheckFailure(expected: "the original configs restored", got: "\(error)\(place)")
            onReport(CheckReport(check: check, verdict: .failed(finding(failure)), lasted: .zero))
        }
    }

    private func verdictThroughout(_ check: Check) -> Verdict {
        guard let rule = Watch.Rule(rawValue: check.id), let breach = bench.wire.watch.breaches[rule] else {
            return check.id == Watch.Rule.log.rawValue && bench.wire.watch.logFrames == 0
                ? .notProven("the dongle sent no LOG") : .passed
        }
        let place = breach.context?.check.map { ", in \($0)" } ?? ""
        let times = breach.count == 1 ? "" : "; \(breach.count) times in the run"
        let failure = CheckFailure(expected: breach.first.expected, got: breach.first.got + place + times)
        return .failed(Finding(failure, breach.context?.frames))
    }
}

/// Tells whether to end the run; ignored while configs are restored.
private final class Cancellation {
    var isIgnored = false
    private let asked: () -> Bool

    init(_ asked: @escaping () -> Bool) { self.asked = asked }

    var isCancelled: Bool { !isIgnored && asked() }
}

import DongleProtocol
import SimulatedDongle
import TestSupport
import Testing

@testable import Conformance

/// Runs against ports without a dongle.
struct ConformanceRunTests {
    private func run(
        only: String? = "framing.*", judgesDamage: Bool = true, isCancelled: @escaping () -> Bool = { false },
        _ answer: @escaping ([UInt8]) throws -> [UInt8]
    ) throws -> [CheckReport] {
        var options = ConformanceOptions(patience: .milliseconds(1), greetingLimit: .milliseconds(300))
        options.judgesDamage = judgesDamage
        let run = try ConformanceRun(
            port: AnsweringPort(answer), options: options, only: only, isCancelled: isCancelled)
        var reports: [CheckReport] = []
        try run.run { reports.append($0) }
        return reports
    }

    @Test("a port where nothing answers is told so")
    func silent() {
        #expect(throws: ConformanceError.noAnswer(limit: .milliseconds(300), bytes: 0)) { try run { _ in [] } }
    }

    @Test("something that speaks without frames is told from silence")
    func text() throws {
        var spoken = false
        let error = #expect(throws: ConformanceError.self) {
            try run { _ in
                defer { spoken = true }
                return spoken ? [] : Array("login: ".utf8)
            }
        }
        #expect(error == .noAnswer(limit: .milliseconds(300), bytes: 7))
    }

    @Test("a line that sends back what is sent is told so")
    func echo() {
        #expect(throws: ConformanceError.echoes) { try run { $0 } }
    }

    @Test("stretches that are no frames fail the check of frames, and the rest is skipped")
    func noFrames() throws {
        let reports = try run { _ in [0, 1, 2, 3, 0] }
        let failed = reports.filter { if case .failed = $0.verdict { true } else { false } }
        #expect(failed.map(\.check.id) == ["framing.encoding"])
        #expect(reports.count == (try CheckTable.matching("framing.*").count))
    }

    @Test("at a rate that may not be the dongle's, damage is no answer, and nobody's fault")
    func otherRate() {
        let silence = #expect(throws: ConformanceError.self) { try run(judgesDamage: false) { _ in [0, 1, 2, 3, 0] } }
        #expect(silence == .noAnswer(limit: .milliseconds(300), bytes: 10))
    }

    @Test("a line that never falls silent does not keep the run for ever", .timeLimit(.minutes(1)))
    func babble() throws {
        let options = ConformanceOptions(patience: .milliseconds(1), greetingLimit: .milliseconds(300))
        let end = ContinuousClock.now + .seconds(20)
        let run = try ConformanceRun(port: BabblingPort(), options: options) { ContinuousClock.now > end }
        #expect(throws: ConformanceError.self) { try run.run { _ in } }
    }

    @Test("frames without an answer to HELLO fail the check of HELLO, which is told also where others were asked for")
    func noSession() throws {
        let log = FrameEncoder.encode(FrameHeader(kind: .log, session: 9, id: 0, code: 0), payload: [2, 0, 0, 0, 0])
        let reports = try run { _ in log }
        #expect(reports.first?.check.id == "hello.reply")
        #expect(reports.dropFirst().allSatisfy { $0.verdict == .notProven("no session could be opened") })
    }

    @Test("a check that fails while the dongle detects something is not proven")
    func detecting() throws {
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: .numbered(1), behaviours: .numbered()))
        defer { dongle.stop() }
        let port = MeddlingPort(try SerialBytePort(path: dongle.path, baud: 115_200)) { header in
            guard header.operation == .ping else { return nil }
            let event = FrameHeader(kind: .event, session: header.session, id: 0, code: EventCode.detection.rawValue)
            return FrameEncoder.encode(event)
        }
        let options = ConformanceOptions(patience: .milliseconds(50))
        var verdicts: [Verdict] = []
        try ConformanceRun(port: port, options: options, only: "ping.fields,info.fields") { false }.run {
            verdicts.append($0.verdict)
        }
        let reason =
            "DETECTION came meanwhile (expected an answer to PING with id 1; got none within 50 ms); "
            + "run it where the dongle's config matches nothing"
        #expect(verdicts == [.notProven(reason), .passed])
    }

    @Test("a check that an option would show is not proven, and fails if it is required")
    func notProven() throws {
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: .numbered(1), behaviours: .numbered()))
        defer { dongle.stop() }
        for required in [Set<String>(), ["peripheral.read"]] {
            var options = ConformanceOptions()
            options.required = required
            var verdicts: [String: Verdict] = [:]
            let port = try SerialBytePort(path: dongle.path, baud: 115_200)
            try ConformanceRun(port: port, options: options, only: "peripheral.read,peripheral.mtu,ping.fields") {
                false
            }
            .run { verdicts[$0.check.id] = $0.verdict }
            let reason = "add --peripheral with a device to connect to"
            let wanted = Verdict.failed(
                Finding(expected: "a proof, which --require asks for", got: "none: \(reason)"))
            #expect(verdicts["peripheral.read"] == (required.isEmpty ? .notProven(reason) : wanted))
            #expect(verdicts["peripheral.mtu"] == .notProven(reason))
            #expect(verdicts["ping.fields"] == .passed)
        }
    }

    @Test("a port that is lost and an interruption end the run")
    func ends() {
        let lost = ConformanceError.portLost(path: "/dev/ttyACM0")
        #expect(throws: lost) { try run { _ in throw lost } }
        #expect(throws: CancellationError.self) { try run(isCancelled: { true }) { _ in [] } }
    }
}

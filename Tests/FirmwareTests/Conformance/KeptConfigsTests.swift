import DongleProtocol
import SimulatedDongle
import Testing

@testable import Conformance

/// Configs after a run that may restart the dongle.
@Suite(.timeLimit(.minutes(1))) struct KeptConfigsTests {
    @Test("a config that is active and not saved is there again, though only a restart was asked for")
    func unsaved() throws {
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("empty"), seed: 1))
        defer { dongle.stop() }
        let port = try SerialBytePort(path: dongle.path, baud: 921_600)
        let options = ConformanceOptions(allowsReset: true)
        func store() throws -> ConfigStore {
            ConfigStore(session: try Bench(options: options, wire: Wire(port: port) { false }).open())
        }
        let config = Array("{ }".utf8)
        try store().install(config)
        var reports: [CheckReport] = []
        try ConformanceRun(port: port, options: options, only: "reboot.restarts") { false }.run { reports.append($0) }
        #expect(reports.map(\.check.id) == ["reboot.restarts", "config.put-back"])
        #expect(reports.allSatisfy { $0.verdict == .passed })
        #expect(try ConfigStore.read(store().session, .active) == config)
    }

    @Test("where the port is lost, the check then running is named beside what could not be put back")
    func lostPort() throws {
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("empty"), seed: 1))
        defer { dongle.stop() }
        var isLost = false
        let port = MeddlingPort(try SerialBytePort(path: dongle.path, baud: 921_600)) { header in
            isLost = isLost || header.operation == .reboot
            if isLost { throw ConformanceError.echoes }
            return nil
        }
        var reports: [CheckReport] = []
        let run = try ConformanceRun(
            port: port, options: ConformanceOptions(allowsReset: true), only: "reboot.restarts"
        ) { false }
        #expect(throws: ConformanceError.echoes) { try run.run { reports.append($0) } }
        #expect(reports.map(\.check.id) == ["config.put-back"])
        guard case .failed(let finding) = reports.first?.verdict else { return #expect(Bool(false)) }
        #expect(finding.got.hasSuffix("; the run ended in reboot.restarts"), "\(finding.got)")
    }

    @Test("configs that do not read as the dongle says they are are not taken for what is to be put back")
    func misread() throws {
        let config = Array("{ }".utf8)
        func session(_ text: String) throws -> Session {
            var decoder = FrameDecoder(largestFrame: 300)
            let port = AnsweringPort { bytes in
                var answers: [UInt8] = []
                decoder.feed(
                    bytes.span.bytes,
                    onFrame: { header, _ in
                        let stat = ConfigStatAnswer(
                            flags: [], activeLength: 3, activeDigest: ConfigStore.digest(config), savedLength: 0,
                            savedDigest: .zero, stagingLength: 0, stagingDigest: .zero, stagingNext: 0)
                        let read = ConfigReadAnswer(length: 3, data: Array(text.utf8))
                        let body = header.operation == .configStat ? stat.encoded() : read.encoded()
                        let answer = FrameHeader(
                            kind: .response, session: header.session, id: header.id, code: header.code)
                        answers += FrameEncoder.encode(answer, payload: [0, 0] + body)
                    }, onRejected: { _, _ in })
                return answers
            }
            let reply = try HelloReply(decoding: [UInt8](repeating: 0, count: 64))
            return Session(
                number: 5, hello: HelloRequest(nonce: 1, largestPayload: 256), reply: reply,
                wire: Wire(port: port) { false }, patience: .seconds(1))
        }
        #expect(try KeptConfigs(session("{ }")).active == config)
        #expect(throws: CheckFailure.self) { try KeptConfigs(session("{!}")) }
    }
}

import Advertising

import ChildProcesses
import DongleProtocol
import Recording
import SerialPort
import SimulatedDongle
import TestSupport
import Testing

@testable import DongleLink
import Gateway
@testable import Failures

@Suite struct FailureTests {
    private static let errors: [(any Error, code: String, exit: Failures.ExitStatus)] = [
        (SerialPortError.notFound(path: "/dev/x"), "port-not-found", .unavailable),
        (
            SerialPortError.permissionDenied(path: "/dev/x", ownerGroup: "dialout", mode: 0o660), "port-permission",
            .permission
        ),
        (SerialPortError.busy(path: "/dev/x", holder: nil), "port-busy", .temporary),
        (SerialPortError.notATerminal(path: "/dev/x"), "not-a-serial-port", .unavailable),
        (SerialPortError.unsupportedBaud(baud: 7, supported: [9600]), "unsupported-baud", .usage),
        (SerialPortError.settingsRefused(path: "/dev/x", settings: [.speed]), "port-settings-refused", .inputOutput),
        (SerialPortError.unplugged(path: "/dev/x"), "unplugged", .inputOutput),
        (SerialPortError.system(call: "flock", errno: 5, path: nil), "system", .system),
        (GatewayError.portTaken(port: "/dev/x", dongle: "a"), "port-adopted", .usage),
        (GatewayError.invalidValue("x", of: "mtu", expected: "23...517"), "invalid-value", .usage),
        (GatewayError.tooMany("readers", limit: 600), "too-many", .temporary),
        (LinkError.portLost, "port-lost", .inputOutput),
        (LinkError.malformedAnswer(operation: .info), "malformed-answer", .protocolMismatch),
        (LinkError.tooLarge(operation: .write, limitBytes: 9), "too-large", .badInput),
        (LinkError.unsupported(operation: .read), "unsupported", .protocolMismatch),
        (LinkError.interrupted(operation: .read, cause: .gaveUp), "no-answer", .temporary),
        (LinkError.interrupted(operation: .read, cause: .reset(.watchdog)), "dongle-reset", .temporary),
        (LinkError.notSent(operation: .read, cause: .sessionLost), "session-lost", .temporary),
        (LinkError.notSent(operation: .read, cause: .portLost), "port-lost", .inputOutput),
        (LinkError.notSent(operation: .read, cause: .queueFull), "queue-full", .temporary),
        (LinkError.interrupted(operation: .read, cause: .closed), "interrupted", .interrupted),
        (silence { _ in }, "no-dongle", .unavailable),
        (silence { ($0.bytesReceived, $0.noise) = (4, Array("OK\r\n".utf8)) }, "not-a-dongle", .protocolMismatch),
        (
            silence {
                $0.noise = Array(
                    #"{"detection_method":"mac","protocol":"wifi","mac_address":"c0:35:32:00:00:01"}"#.utf8)
            }, "not-a-dongle", .protocolMismatch
        ),
        (silence { ($0.bytesReceived, $0.echoes) = (40, 2) }, "line-echoes", .unavailable),
        (
            LinkError.greeting(.versionMismatch(dongleMajor: 2, dongleMinor: 0)), "version-mismatch",
            .protocolMismatch
        ),
        (LinkError.greeting(.notTransparent(received: nil)), "line-not-transparent", .protocolMismatch),
        (PortChoice.Failure.none(others: []), "no-port", .unavailable),
        (PortChoice.Failure.several([]), "several-ports", .unavailable),
        (PortChoice.Failure.noSuchSerial("1", known: []), "no-such-serial", .unavailable),
        (RadioName.Fault(text: "usb:x", expected: "usb:N"), "invalid-radio", .usage),
        (RadioError.noProgram(named: nil), "no-bridge", .unavailable),
        (RadioError.noProgram(named: "bridge"), "no-bridge", .unavailable),
        (RadioError.cannotStart(program: "/b", errno: 8), "bridge-not-started", .system),
        (RadioError.noStateFolder("/f", errno: 13), "no-radio-state", .cannotCreate),
        (ended(.exited(69)), "radio-refused", .unavailable), (ended(.exited(78)), "radio-refused", .configuration),
        (ended(.exited(73)), "radio-refused", .cannotCreate), (ended(.exited(3)), "radio-refused", .software),
        (ended(.exited(0)), "radio-refused", .software), (ended(.signalled(9)), "radio-refused", .software),
        (RadioError.failed(radio, BridgeWords([])), "radio-failed", .inputOutput),
        (RadioError.silent(radio), "radio-silent", .temporary),
        (RadioError.noUnit(radio), "no-radio-unit", .unavailable),
        (ScenarioError.unknownName("x", known: ["a"]), "unknown-scenario", .noInput),
        (ScenarioError.cannotRead(file: "x", code: 2), "scenario-unreadable", .noInput),
        (ScenarioError.notJSON(reason: "x"), "scenario-not-json", .badInput),
        (ScenarioError.missing(path: "", key: "name"), "scenario-invalid", .badInput),
        (RecordingError.notFound(path: "x"), "recording-not-found", .noInput),
        (RecordingError.corruptGzip(path: "x"), "recording-damaged", .badInput),
        (RecordingError.cannotCreate(path: "x", code: 13), "cannot-create", .cannotCreate),
        (RecordingError.cannotWrite(path: "x", code: 28), "cannot-write", .inputOutput),
        (PtyDongle.Failure.cannotLink(path: "x", code: 17), "cannot-create", .cannotCreate),
        (CancellationError(), "interrupted", .interrupted),
    ]

    private static let radio: RadioName = "serial:/dev/ttyACM0,1000000"

    private static func ended(_ end: ChildEnd) -> RadioError { .ended(radio, end, BridgeWords([]), isFinal: false) }

    @Test("the bridge's words and its next step are the failure's")
    func bridgeWords() {
        let words = BridgeWords(["hci-dongle: No controller at usb:0: it is gone", "hci-dongle: Next: plug it in"])
        let failure = Failure(RadioError.ended(Self.radio, .exited(69), words, isFinal: false))
        #expect(failure.message.hasSuffix("ended with exit code 69: No controller at usb:0: it is gone."))
        #expect(failure.hint == "Plug it in." && failure.isRetryable)
        #expect(Failure(RadioError.noUnit(Self.radio)).hint.contains(#"'perch-radio@serial:-dev-ttyACM0\x2c1000000'"#))
    }

    private static func silence(_ change: (inout GreetingFailure.Silence) -> Void) -> LinkError {
        var silence = GreetingFailure.Silence()
        change(&silence)
        return .greeting(.noAnswer(silence))
    }

    @Test("each error has its code and exit status", arguments: errors.indices)
    func codes(_ index: Int) {
        let (error, code, exit) = Self.errors[index]
        let failure = Failure(error)
        #expect(failure.code == code)
        #expect(failure.exit == exit)
        #expect(failure.message.hasSuffix("."), "\(failure.message)")
        #expect(failure.hint.hasSuffix("."), "\(failure.hint)")
    }

    @Test("every status of the protocol has a sentence and a next step of its own")
    func statuses() {
        let named = (0...UInt16.max).map { Status(rawValue: $0) }.filter { $0.isError && $0.name != nil }
        #expect(named.count == 36)
        for status in named {
            #expect(StatusAdvice.of(status)?.status == status, "\(status.word)")
        }
        for advice in StatusAdvice.table {
            #expect(!advice.sentence.isEmpty && !advice.sentence.hasSuffix("."), "\(advice.status.word)")
            #expect(advice.next.hasSuffix("."), "\(advice.status.word)")
        }
        #expect(Set(StatusAdvice.table.map(\.status)).count == StatusAdvice.table.count)
    }

    @Test("no failure exits with 0, whatever the status")
    func neverZero() {
        for status in (0...UInt16.max).map({ Status(rawValue: $0) }) where status.isError {
            let failure = Failure(status: status, body: ErrorBody(), operation: .write)
            #expect(failure.exit != .ok, "\(status.word)")
        }
    }

    @Test("a status that a later version adds is told by its domain's default")
    func laterStatus() {
        #expect(StatusAdvice.of(Status(rawValue: 0x03FE))?.status == .resource)
        #expect(StatusAdvice.of(Status(rawValue: 0x05FE))?.status == .att(0))
    }

    @Test("an unknown outcome says to look before trying again")
    func outcome() {
        let unknown = Failure(LinkError.interrupted(operation: .write, cause: .gaveUp))
        #expect(unknown.outcome == .unknown)
        #expect(unknown.prose.contains { $0.contains("may have been made. Check before trying again") })
        let none = Failure(LinkError.refused(operation: .write, status: .busy, body: ErrorBody()))
        #expect(none.prose.contains { $0.contains("Nothing was changed") })
        #expect(Failure(LinkError.portLost).prose.count == 2)
    }

    @Test("a stranger on the line is quoted")
    func quoted() {
        #expect(excerpt(Array("\r\nOK\r\nready".utf8)) == "\"OK ready\"")
        #expect(excerpt([0x1B, 0x41]) == "1b 41")
        #expect(excerpt(Array(repeating: 0x41, count: 60), limit: 4) == "\"AAAA\"…")
    }

    @Test(
        "the mend of a closed port is its group, or a rule where the group does not help",
        arguments: [
            ("dialout", 0o660 as UInt16, "usermod -aG dialout"), ("root", 0o600, "udev rule"),
            ("dialout", 0o600, "udev rule"), (nil, nil, "udev rule"),
        ])
    func mend(_ group: String?, _ mode: UInt16?, _ expected: String) {
        #expect(AccessMend(path: "/dev/x", ownerGroup: group, mode: mode).step.contains(expected))
    }
}

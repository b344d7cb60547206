import Failures
import FlockFinder
import GatewayModel
import LineFormats
import Testing

@testable import Perch

@Suite struct ConfigReportWordsTests {
    private static let then = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)

    private func report(_ action: ConfigAction, _ set: (inout ConfigReport) -> Void = { _ in }) -> ConfigReport {
        var report = ConfigReport(action: action, device: ConfigDevice(device: "ble:c0:00:00:00:00:01"))
        set(&report)
        return report
    }

    private func difference(_ what: ConfigDifferenceKind, _ set: (inout ConfigDifferenceItem) -> Void) -> String {
        var item = ConfigDifferenceItem(what: what)
        set(&item)
        return item.words
    }

    @Test("each difference is a sentence about its entry or setting")
    func differences() {
        let entry: (inout ConfigDifferenceItem) -> Void = { ($0.list, $0.text) = ("mac", "b4:1e:52") }
        #expect(difference(.missing, entry) == "mac b4:1e:52 is missing")
        #expect(
            difference(.missing) {
                entry(&$0)
                ($0.cause, $0.limit) = (.limit, 30)
            } == "mac b4:1e:52 is missing: the device keeps at most 30 of this list")
        #expect(difference(.unexpected, entry) == "mac b4:1e:52 is there but should not be")
        #expect(
            difference(.type) {
                entry(&$0)
                ($0.wanted, $0.found) = ("A", "B")
            } == "mac b4:1e:52 is B instead of A")
        #expect(
            difference(.enabled) {
                entry(&$0)
                ($0.wanted, $0.found) = ("true", "false")
            } == "mac b4:1e:52 is disabled but should not be")
        #expect(
            difference(.setting) { ($0.setting, $0.wanted) = ("stream_mode", "1") }
                == "stream_mode is absent instead of 1")
        #expect(difference(.version) { ($0.wanted, $0.found) = ("1", "2") } == "the version is 2 instead of 1")
    }

    @Test("a change says what goes where, and a conflict what each side says")
    func changes() {
        var change = ConfigChange()
        (change.list, change.text, change.host) = ("ssid", "Flock-", "Camera")
        #expect(change.words(isToDevice: true) == "added to the device: ssid Flock- (Camera)")
        #expect(change.words(isToDevice: false) == "disabled in the tables: ssid Flock- (Camera)")
        change.device = "Other"
        #expect(change.words(isToDevice: true) == "changed on the device: ssid Flock- Other → Camera")
        #expect(change.words(isToDevice: false) == "changed in the tables: ssid Flock- Camera → Other")
        #expect(change.conflictWords == "ssid Flock-: host Camera, device Other, last agreed nothing")
        var setting = ConfigChange()
        (setting.setting, setting.host) = ("stream_mode", "1")
        #expect(setting.words(isToDevice: true) == "set on the device: stream_mode 1")
    }

    @Test("what a device cannot be told is said before the outcome")
    func losses() {
        func loss(_ what: ConfigLossKind, _ set: (inout ConfigLossItem) -> Void) -> ConfigLossItem {
            var item = ConfigLossItem(what: what)
            set(&item)
            return item
        }
        let report = report(.push) {
            $0.losses = [
                loss(.capitals) { ($0.list, $0.text) = ("ssid", "CamNet") },
                loss(.setting) { $0.setting = "max_channel" }, loss(.list) { $0.list = "ble-uuid" },
            ]
        }
        #expect(
            Array(report.lines.dropLast().suffix(3)) == [
                "  ! ssid CamNet matches in any case on the device, which cannot be set to match case-sensitively.",
                "  ! max_channel is not sent: the device has no such setting.",
                "  ! Nothing of ble-uuid is sent: the device has no such list.",
            ])
    }

    @Test("what a device says cannot move the cursor")
    func printableText() {
        let report = report(.read) {
            $0.unknownKeys = ["a\u{1B}[2J"]
            var problem = ConfigProblemItem(what: .badEntry)
            (problem.list, problem.index, problem.text, problem.fault) = ("ssid", 0, "\u{1B}]0;x", "long")
            $0.problems = [problem]
            $0.device.name = "\u{7}name"
        }
        #expect(!report.lines.joined().unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("an empty entry is said to match everything")
    func emptyEntry() {
        var problem = ConfigProblemItem(what: .badEntry)
        (problem.list, problem.index, problem.text, problem.fault) = ("mac", 2, "", "empty")
        #expect(problem.words == "Entry 3 of mac is empty, and so matches everything.")
    }

    @Test(
        "the last line says what became of it, and how sure that is",
        arguments: [
            (
                .applied, nil, 4,
                "The config is applied: read back, and the same, transfer 4. A restart may undo this; run `perch config save`."
            ),
            (.applied, nil, nil, "The device already holds this config."),
            (
                .appliedAndSaved, .said, 4,
                "The config is applied, and the device reports it as saved; no restart was seen, transfer 4."
            ),
            (.appliedAndSaved, .proven, 4, "The config is applied and saved: verified after a restart, transfer 4."),
            (nil, nil, nil, "Nothing was sent. Sending would make 0 changes to the device."),
        ] as [(SyncOutcome?, ConfigSaved?, Int64?, String)])
    func sentences(outcome: SyncOutcome?, saved: ConfigSaved?, transfer: Int64?, words: String) {
        let report = report(.push) { ($0.outcome, $0.saved, $0.transfer) = (outcome, saved, transfer) }
        #expect(report.lines.last == words && report.verbFailure == nil)
    }

    @Test(
        "a failure ends with its own code, and with 75 where nobody knows, or some of it is there",
        arguments: [
            ("config-ignored", .notApplied, Failures.ExitStatus.temporary),
            ("config-partly", .partiallyApplied, .temporary),
            ("config-refused", .unknown, .temporary), ("config-refused", .notApplied, .protocolMismatch),
            ("config-conflicts", .applied, .configuration), ("config-too-large", nil, .badInput),
            ("device-not-heard", nil, .unavailable), ("anything-else", nil, .temporary),
        ] as [(String, SyncOutcome?, Failures.ExitStatus)])
    func failures(code: String, outcome: SyncOutcome?, exit: Failures.ExitStatus) {
        let report = report(.push) {
            $0.outcome = outcome
            $0.failure = ConfigFailure(code: code, message: "It failed.", hint: "Try.")
        }
        #expect(report.verbFailure?.exit == exit && report.verbFailure?.code == code)
        #expect(!report.lines.contains { $0.hasPrefix("The config is") || $0.hasPrefix("The device already holds") })
    }

    @Test("what was cut short is told with what the device holds now")
    func interrupted() {
        var transfer = ConfigTransferItem(
            id: 3, action: "push", phase: .writing, detail: "", began: Self.then, updated: Self.then)
        transfer.holds = .other
        #expect(
            transfer.lines == [
                "  ! Transfer 3 (push) of \(Self.then) was cut short: the device holds another config."
            ])
        transfer.holds = nil
        transfer.outcome = .applied
        #expect(transfer.lines == ["  Transfer 3 (push) of \(Self.then): applied."])
    }
}

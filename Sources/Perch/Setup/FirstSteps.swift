import Failures
import GatewayModel
import SerialPort

/// The text of `perch` without arguments, on a terminal: what was found on this machine, and the
/// next three commands for it.
struct FirstSteps {
    /// A command with a few words on what it does.
    struct Step: Hashable {
        let command: String
        let words: String
    }

    private static let nameColumns = 12

    let survey: MachineSurvey

    var text: String {
        let found = rows.map { "  " + fit($0.name, Self.nameColumns) + $0.words }
        let steps = steps
        let width = (steps.map(\.command.count).max() ?? 0) + 3
        let next = steps.map { "  " + fit($0.command, width) + $0.words }
        let lines = ["perch \(APIVersion.program)", "", "Found:"] + found + ["", "Next:"] + next
        return (lines + ["", "`perch --help` lists all verbs."]).map(printable).joined(separator: "\n") + "\n"
    }

    // MARK: Found

    private var rows: [(name: String, words: String)] {
        dongles + controllers + gateway + survey.settingsFindings.map { ("settings", $0.cause) }
    }

    private var dongles: [(name: String, words: String)] {
        let findings = PortDiagnosis.states(of: survey.candidates, gateways: survey.gateways.map(\.status))
        let rows = zip(survey.candidates, findings).map { ("dongle", "\($0.path): \($1.cause)") }
        return rows.isEmpty ? [("dongle", "None is plugged in.")] : rows
    }

    private var controllers: [(name: String, words: String)] {
        survey.controllers.map {
            ("controller", "\($0.radio): \($0.title); \(ControllerDiagnosis(controller: $0, hasDaemon: false).reason).")
        }
    }

    private var gateway: [(name: String, words: String)] {
        let running = survey.gateways.map { ("gateway", "\($0.status.name): \($0.words(serves: $0.socket)).") }
        let others = survey.socketFindings.filter { $0.verdict != .ok }.map { ("gateway", $0.cause) }
        return running.isEmpty && others.isEmpty ? [("gateway", "None runs.")] : running + others
    }

    // MARK: Next

    /// The three commands.
    var steps: [Step] {
        let scan = Step(command: "perch scan", words: "show what is on the air")
        let trial = Step(command: "perch scan --port sim", words: "show what a simulated dongle hears")
        let setup = Step(command: "perch setup", words: "set up a dongle and the gateway, step by step")
        let doctor = Step(command: "perch doctor", words: "see what is wrong, and what to do")
        if survey.settings == nil {
            return [
                Step(command: "perch settings check", words: "list every mistake in the settings"), doctor, trial,
            ]
        }
        if let answer = survey.gateways.first {
            let status = Step(command: "perch status", words: "show the gateway's state")
            let isLive = answer.status.dongles.contains { $0.state == .live }
            return isLive
                ? [scan, Step(command: "perch range", words: "list beacons, the nearest first"), status]
                : [status, doctor, setup]
        }
        if survey.socketFindings.contains(where: { $0.verdict == .problem }) { return [doctor, setup, trial] }
        if survey.candidates.contains(where: { $0.access.verdict == .granted && $0.holder == nil }) {
            return [scan, setup, Step(command: "perch serve", words: "run a gateway in this terminal")]
        }
        guard survey.candidates.isEmpty else { return [setup, doctor, trial] }
        guard let controller = survey.controllers.proposed else { return [trial, setup, doctor] }
        let words = "show what this machine's Bluetooth adapter hears"
        return [Step(command: "perch scan --radio \(controller.radio)", words: words), setup, trial]
    }
}

import Failures
import LineFormats
import SerialPort
import Settings

/// What `perch setup` has to know.
struct SetupAnswers: Sendable, Hashable {
    /// `auto`, `sim`, `id:SERIAL` or a path.
    var port: String
    /// Empty = the host's name.
    var name: String
    var isService: Bool

    /// The answers as settings. Where the port is the first of those that are set, all of them stay.
    func edits(now: Settings) -> [SettingsEdit] {
        let ports = now.ports.first == port ? now.ports : [port]
        return [("dongles.ports", SettingValue.list(ports)), ("gateway.name", .text(name))].compactMap { path, value in
            SettingKey.named(path).map { SettingsEdit($0, value) }
        }
    }

    /// The answers as options in a shell command, with consent to all that they lead to.
    var options: String {
        let words = ["--port", port, "--name", name].map { "'\($0.replacing("'", with: #"'\''"#))'" }
        return (words + [isService ? "--service" : "--no-service", "--yes", "--run"]).joined(separator: " ")
    }
}

/// Asks for what no option of `perch setup` answers. Without a terminal, an answer is what is set
/// already.
struct SetupQuestions {
    let output: VerbOutput
    let survey: MachineSurvey

    private var prompt: Prompt { Prompt(output: output) }

    /// - Throws: ``Failure``.
    func answers(port: String?, name: String?, service: Bool?) async throws -> SetupAnswers {
        SetupAnswers(
            port: try await port.or(chosenPort), name: try await name.or(chosenName),
            isService: try await service.or { try await prompt.agrees(Self.serviceQuestion) })
    }

    private static let serviceQuestion = "Start the gateway with the system?"

    private func chosenPort() async throws -> String {
        let now = survey.settings?.ports.first ?? "auto"
        guard prompt.canAsk else { return now }
        let ports = survey.candidates
        let states = PortDiagnosis.states(of: ports, gateways: survey.gateways.map(\.status))
        for controller in survey.controllers { await output.text(printable(controller.words)) }
        await output.text("Which dongle?")
        let choices =
            ["any that is plugged in"] + zip(ports, states).map { "\($0.path): \($1.cause)" }
            + ["a simulated dongle, to try Perch without hardware"]
        guard let place = try await prompt.choice("Dongle", among: choices, other: "Return keeps \(now)") else {
            return now
        }
        switch place {
        case 0: return "auto"
        case choices.count - 1: return "sim"
        default: return ports[place - 1].lasting
        }
    }

    private func chosenName() async throws -> String {
        let now = survey.settings?.gatewayName ?? ""
        guard prompt.canAsk else { return now }
        let shown = now.isEmpty ? "the host's name" : now
        let answer = try await prompt.line("Name of this gateway [\(shown)]") ?? ""
        return answer.isEmpty ? now : answer
    }
}

extension PortDescription {
    /// The name of the port that stays when the dongle is plugged in elsewhere, as far as there is
    /// one.
    fileprivate var lasting: String { serial.map { "id:\($0)" } ?? alias ?? path }
}

extension Optional where Wrapped: Sendable {
    /// Returns the value, or else that of the closure.
    fileprivate func or(_ other: () async throws -> Wrapped) async throws -> Wrapped {
        if let self { return self }
        return try await other()
    }
}

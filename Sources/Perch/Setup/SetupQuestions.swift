import Failures
import LineFormats
import SerialPort
import Settings

/// What `perch setup` has to know.
struct SetupAnswers: Sendable, Hashable {
    /// `auto`, `sim`, `id:SERIAL` or a path.
    var port: String
    /// Name of a Bluetooth controller to use as a dongle; nil = none is chosen.
    var radio: String?
    /// Empty = the host's name.
    var name: String
    var isService: Bool

    /// The answers as settings. Where the port or the radio is one of those that are set, all of
    /// them stay, and a radio leaves the ports as they are.
    func edits(now: Settings) -> [SettingsEdit] {
        let ports = now.ports.first == port ? now.ports : [port]
        let dongle =
            radio.map { ("dongles.radios", SettingValue.list(now.radios.contains($0) ? now.radios : [$0])) }
            ?? ("dongles.ports", .list(ports))
        return [dongle, ("gateway.name", .text(name))].compactMap { path, value in
            SettingKey.named(path).map { SettingsEdit($0, value) }
        }
    }

    /// The option by which verbs use the dongle.
    var dongleOption: [String] { radio.map { ["--radio", $0] } ?? ["--port", port] }

    /// The answers as options in a shell command, with consent to all that they lead to.
    var options: String {
        let words = (dongleOption + ["--name", name]).map(RootCommand.quoted)
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
    func answers(port: String?, radio: String?, name: String?, service: Bool?) async throws -> SetupAnswers {
        let dongle = try await port.map(Dongle.port).or { try await radio.map(Dongle.radio).or(chosenDongle) }
        return SetupAnswers(
            port: dongle.port ?? survey.settings?.ports.first ?? "auto", radio: dongle.radio,
            name: try await name.or(chosenName),
            isService: try await service.or { try await prompt.agrees(Self.serviceQuestion) })
    }

    private static let serviceQuestion = "Start the gateway with the system?"

    /// The answer to what to listen with.
    private enum Dongle {
        case port(String)
        case radio(String)

        var port: String? { if case .port(let name) = self { name } else { nil } }
        var radio: String? { if case .radio(let name) = self { name } else { nil } }
    }

    private func chosenDongle() async throws -> Dongle {
        let radio = survey.radios.first.map(Dongle.radio)
        let now = radio ?? .port(survey.settings?.ports.first ?? "auto")
        guard prompt.canAsk else { return now }
        let ports = survey.candidates
        let states = PortDiagnosis.states(of: ports, gateways: survey.gateways.map(\.status))
        let controllers = survey.controllers
        await output.text("Which dongle?")
        let choices =
            ["any that is plugged in"] + zip(ports, states).map { "\($0.path): \($1.cause)" }
            + controllers.map {
                let reason = ControllerDiagnosis(controller: $0, hasDaemon: false).reason
                return "\($0.radio), \($0.words): \(reason)."
            } + ["a simulated dongle, to try Perch without hardware"]
        let kept = now.radio ?? now.port ?? "auto"
        guard let place = try await prompt.choice("Dongle", among: choices, other: "Return keeps \(kept)") else {
            return now
        }
        switch place {
        case 0: return .port("auto")
        case choices.count - 1: return .port("sim")
        case ...ports.count: return .port(ports[place - 1].lasting)
        default: return .radio(controllers[place - 1 - ports.count].radio)
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

import ArgumentParser
import Failures
import Foundation
import Glibc
import LineFormats
import SerialPort
import Settings

/// `perch setup`: sets up a dongle and the gateway, step by step.
struct SetupCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set up a dongle and the gateway, step by step.",
        discussion: """
            On a terminal, Perch asks for what no option answers: the dongle or Bluetooth adapter, the gateway's name, whether the gateway \
            starts with the system, and whether to log in to Payfrit. It shows what it would write into the settings \
            file, and each command that only root may run, and asks before it does either. At the end it listens \
            for 5 s.
            """)

    @Option(help: ArgumentHelp("The dongle: auto, sim, a path, or id:SERIAL.", valueName: "port"))
    var port: PortArgument?

    @Option(
        help: ArgumentHelp(
            "Use this Bluetooth controller as a dongle; `perch ports` lists them.", valueName: "radio"),
        transform: { try RadioName(argument: $0).text })
    var radio: String?

    @Option(help: "Name of the gateway; an empty name stands for the host's.")
    var name: String?

    @Flag(inversion: .prefixedNo, help: "Start the gateway with the system, as a service.")
    var service: Bool?

    @Flag(name: .customLong("run"), inversion: .prefixedNo, help: "Run the commands for root, or only print them.")
    var runsCommands: Bool?

    @Flag(inversion: .prefixedNo, help: "Listen for 5 s at the end.")
    var listen = true

    @Flag(inversion: .prefixedNo, help: "Log in to Payfrit at the end.")
    var payfrit: Bool?

    @Flag(help: "Write the settings without asking.")
    var yes = false

    @OptionGroup var frame: LocalFrame

    func validate() throws {
        if let name, let fault = SettingKey.named("gateway.name")?.fault(of: name) {
            throw ValidationError("\(fault).")
        }
        guard port == nil || radio == nil else { throw ValidationError("Give either --port or --radio.") }
        guard payfrit != true || !frame.writesJSON else {
            throw ValidationError("--payfrit asks questions, so it cannot be used with --json.")
        }
    }

    func run(_ output: VerbOutput) async throws {
        let survey = try await output.abandonable { try await MachineSurvey.take() }
        _ = try survey.validSettings()
        let answers = try await SetupQuestions(output: output, survey: survey).answers(
            port: port?.setting, radio: radio, name: name, service: service)
        let setup = try Setup(survey: survey, answers: answers)
        var report = SetupReport(answers: answers)
        report.set(output)
        if let draft = setup.draft, try await agrees(to: draft, output) {
            try draft.write()
            report.written = draft.path
            report.set(output)
            await output.text(printable("Wrote \(draft.path)."))
            if setup.isForRunningGateway { await output.text("The running gateway uses them from its next start.") }
        }
        let isReady = try await carryOut(setup.commands, output)
        if setup.isLeftToRoot { return }
        if !listen || !(isReady || setup.mayOpenDongle) {
            await output.text("Next: `perch scan` shows what is on the air.")
        } else {
            await output.text("Listening for 5 s.")
            let received = try await setup.listen(output)
            report.received = received
            report.set(output)
            await output.text(
                received == 0
                    ? "Nothing was heard, though the dongle works: no Bluetooth device is near, or the aerial is missing."
                    : "Heard \(counted(Int(received), "advert")). The dongle works.")
        }
        if try await wantsPayfrit(output) {
            let login = try PayfritLoginVerb.parse([])
            try await login.frame.lend(login.needs(output), output) { try await login.run($0, output) }
        }
    }

    /// Shows the edits, and asks whether to make them.
    ///
    /// - Returns: Whether there are any.
    /// - Throws: ``Failure`` where the user does not agree.
    private func agrees(to draft: SettingsDraft, _ output: VerbOutput) async throws -> Bool {
        guard !draft.edits.isEmpty else {
            await output.text("The settings stay as they are.")
            return false
        }
        await output.text("New settings:")
        for edit in draft.edits { await output.text(printable("  \(edit.line)")) }
        try await Prompt(output: output).confirm(
            "Write them?", "The settings above go into \(draft.path).", isSure: yes)
        return true
    }

    /// Prints the commands for root, and runs them if the user asks for it.
    ///
    /// - Returns: Whether nothing is left to be done before the dongle can be used.
    private func carryOut(_ commands: [RootCommand], _ output: VerbOutput) async throws -> Bool {
        guard !commands.isEmpty else { return true }
        await output.text("Commands for root:")
        for command in commands { await output.text(printable("  \(command.line)")) }
        let prompt = Prompt(output: output)
        var isWanted = runsCommands ?? false
        if runsCommands == nil {
            isWanted = try await prompt.agrees("Run \(commands.count == 1 ? "it" : "them") now?")
        }
        for command in commands {
            if isWanted { try await command.run() }
            await output.line("command") {
                $0.field("command", command.line)
                $0.field("run", isWanted)
            }
        }
        let needsLogin = commands.contains(where: \.needsLogin)
        if needsLogin { await output.text("Then log in again, so that the new group takes effect.") }
        return isWanted && !needsLogin
    }

    private func wantsPayfrit(_ output: VerbOutput) async throws -> Bool {
        if let payfrit { return payfrit }
        return try await Prompt(output: output).agrees("Log in to Payfrit?")
    }
}

/// What came of `perch setup`, for its result.
private struct SetupReport: Sendable {
    let answers: SetupAnswers
    /// The settings file that was written.
    var written: String?
    /// Adverts heard.
    var received: UInt64?

    func set(_ output: VerbOutput) {
        output.setResult { [self] in
            $0.field("port", answers.port)
            $0.field("radio", answers.radio)
            $0.field("name", answers.name)
            $0.field("service", answers.isService)
            $0.field("written", written)
            if let received { $0.field("received", received) }
        }
    }
}

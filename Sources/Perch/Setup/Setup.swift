import ArgumentParser
import Failures
import Foundation
import Gateway
import GatewayModel
import Glibc
import SerialPort
import Settings

/// The changes that answers lead to on this machine.
struct Setup {
    /// Folders of systemd's units, in order of precedence.
    static let unitFolders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
    static let listening = Duration.seconds(5)

    let survey: MachineSurvey
    let answers: SetupAnswers
    /// The settings file with what is to change; nil where root must do it.
    let draft: SettingsDraft?
    private let isRoot: Bool
    private let environment: [String: String]

    /// - Throws: `SettingsError` where the settings file is invalid; ``Failure`` where the service
    ///   is asked for and not installed, or a person must edit the file.
    ///
    /// - Parameter units: Folders in which the service's unit is looked for.
    init(
        survey: MachineSurvey, answers: SetupAnswers, isRoot: Bool = geteuid() == 0,
        environment: [String: String] = ProcessInfo.processInfo.environment, units: [String] = unitFolders
    ) throws {
        self.survey = survey
        self.answers = answers
        self.isRoot = isRoot
        self.environment = environment
        let settings = try survey.validSettings()
        guard !answers.isService || units.contains(where: { Glibc.access("\($0)/perch.service", F_OK) == 0 })
        else {
            throw Failure(
                code: "no-unit", message: "The service is not installed.",
                hint: "Install the package, or run `sudo tools/packaging/install` in Perch's sources.",
                exit: .unavailable)
        }
        guard !answers.isService || isRoot else {
            draft = nil
            return
        }
        // The service reads no file but the system's.
        let file = answers.isService ? Places.systemSettingsFile : survey.settingsFile
        draft = try SettingsDraft(path: file, answers.edits(now: settings), now: settings)
    }

    /// Whether all that is left is a command for root: this user may not set up a service.
    var isLeftToRoot: Bool { draft == nil }

    /// Whether new settings wait for the next start of the gateway that runs.
    var isForRunningGateway: Bool { !survey.gateways.isEmpty && !answers.isService }

    /// Commands that only root may run, in order.
    var commands: [RootCommand] {
        guard draft != nil else { return [command("perch setup \(answers.options)")] }
        guard answers.isService else { return access }
        let group = environment["SUDO_USER"].map { command("usermod -aG perch \($0)") }
        let radio = answers.radio.map { [command("systemctl enable --now \(ControllerDiagnosis.unit(of: $0))")] } ?? []
        return unblocking + serviceRules + radio + [
            command("systemctl enable perch"), command("systemctl restart perch"),
        ]
            + (group.map { [$0] } ?? [])
    }

    /// The controller that is the chosen radio; nil where there is none of that name.
    private var controller: BluetoothController? { survey.controllers.first { $0.radio == answers.radio } }

    /// The command that switches the controller on.
    private var unblocking: [RootCommand] {
        controller?.block == .soft ? [command("rfkill unblock bluetooth")] : []
    }

    /// Commands that let the radio's unit open a USB adapter, as a member of the rules' group.
    private var serviceRules: [RootCommand] {
        guard let controller, controller.isOpenedByUSB, controller.usb?.access.ownerGroup != "perch" else { return [] }
        return UdevRules.bluetooth.installation(isRoot: isRoot)
    }

    /// Commands that let this user open the controller.
    private var radioAccess: [RootCommand] {
        guard let controller, controller.isOpenedByUSB, !controller.isPermitted else { return unblocking }
        // udev's rules serve only the person at the machine.
        let group = environment["SSH_CONNECTION"] == nil ? [] : [command("usermod -aG perch \"$USER\"")]
        return unblocking + UdevRules.bluetooth.installation(isRoot: isRoot) + group
    }

    /// Commands that let this user open the dongle.
    private var access: [RootCommand] {
        if answers.radio != nil { return radioAccess }
        let denied = chosen.filter { $0.access.verdict == .denied }
        guard !denied.isEmpty else { return [] }
        // udev's rules serve only the person at the machine.
        guard environment["SSH_CONNECTION"] == nil else {
            return Set(denied.compactMap { $0.mend?.group }).sorted().map { command("usermod -aG \($0) \"$USER\"") }
        }
        let rules = Set(denied.compactMap { UdevRules(covering: $0.kind) })
        return UdevRules.allCases.filter(rules.contains).flatMap { $0.installation(isRoot: isRoot) }
    }

    private func command(_ line: String) -> RootCommand { RootCommand(line, isRoot: isRoot) }

    /// Ports that may be the chosen dongle.
    private var chosen: [PortDescription] {
        answers.port == "auto"
            ? survey.candidates
            : survey.ports.filter { [$0.path, $0.alias, $0.serial.map { "id:\($0)" }].contains(answers.port) }
    }

    /// Whether the dongle can be listened to without any command for root.
    var mayOpenDongle: Bool {
        if !survey.gateways.isEmpty { return true }
        // A radio that is none of this machine's controllers needs no right of its own.
        guard answers.radio == nil else { return controller.map { $0.block == nil && $0.isPermitted } ?? true }
        return answers.port == "sim" || chosen.contains { $0.access.verdict == .granted }
    }

    /// Listens for ``listening``, by the gateway if one runs.
    ///
    /// - Returns: Number of adverts heard.
    /// - Throws: ``Failure``, and errors of the gateway.
    func listen(_ output: VerbOutput) async throws -> UInt64 {
        let frame = try DongleFrame.parse(answers.isService ? [] : answers.dongleOption)
        var received: UInt64 = 0
        try await frame.lend(DongleFrame.Needs(), output) { lease in
            try await lease.checkRadio(output)
            let scan = Scan(client: lease.client, query: AdvertQuery())
            try await scan.run(
                duration: Self.listening, stop: output.stop, started: { output.note($0) }, take: { _ in })
            received = scan.counts.received
        }
        return received
    }
}

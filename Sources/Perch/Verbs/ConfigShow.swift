import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// `perch config show`: shows the config of a device, or the scan settings of the tables.
struct ConfigShow: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a device's config; without --device, the scan settings of the tables.",
        discussion: "`perch pattern list` shows the patterns of the tables.")

    @Option(
        help: ArgumentHelp(
            "The device: ble:ADDRESS or ble:NAME, or dongle for the dongle's own config.", valueName: "device"))
    var device: String?

    @Flag(help: "Write the config exactly as the device sends it, byte for byte.")
    var raw = false

    @OptionGroup var waiting: ConfigWaitOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var frame: LocalFrame

    func validate() throws {
        guard !raw || device != nil else { throw ValidationError("--raw goes with --device.") }
        guard !raw || !frame.writesJSON else { throw ValidationError("Give either --raw or --json.") }
    }

    func run(_ output: VerbOutput) async throws {
        guard let device else { return try await settings(output) }
        try await dongle.withConfigs(output) { follower in
            let report = try await follower.report(.read, waiting.order(device), isQuiet: raw)
            if let failure = report.verbFailure { throw failure }
            output.setResult { $0.field("device", report.device.device) }
            guard let held = report.held else { return }
            guard !raw else { return await output.write(Array((held + "\n").utf8)) }
            for line in report.lines { await output.text(line) }
            guard let config = try? ConfigReading(parsing: Array(held.utf8)).config else { return }
            for line in config.lines { await output.text(line) }
        }
    }

    private func settings(_ output: VerbOutput) async throws {
        try await dongle.gateway.withStoreGateway(output) { client in
            let tables = try await client.scanSettings()
            let settings = tables.settings
            output.setResult { $0.field("count", settings.count) }
            for setting in ScanSetting.allCases {
                await output.line("scan-setting") {
                    $0.field("setting", setting.rawValue)
                    if let value = settings[setting.rawValue] { $0.field("value", value) }
                }
                await output.text(setting.line(settings[setting.rawValue]))
            }
            for note in tables.unheld { await output.text(note.words) }
        }
    }
}

extension UnheldSetting {
    /// Warning that a push to devices of this profile is refused.
    var words: String {
        let range = ScanSetting(rawValue: setting)?.expected(lowest...max(lowest, highest)) ?? "\(lowest) to \(highest)"
        return
            "  ! Devices of the profile \(printable(profile)) take \(range) for \(printable(setting)): Perch refuses a push to them."
    }
}

extension ScanSetting {
    private static let nameWidth = 22

    /// Returns the line with name, value and unit.
    ///
    /// - Parameter value: The value; nil if the setting is not in the tables.
    func line(_ value: Int?) -> String {
        let name = rawValue + String(repeating: " ", count: max(1, Self.nameWidth - rawValue.count))
        guard let value else { return "  \(name)not set: each device keeps its own value" }
        return "  \(name)\(value)\(unit.map { " \($0)" } ?? "")"
    }
}

extension DeviceConfig {
    /// Lines of the text output: first the settings, then the lists, one entry a line.
    var lines: [String] {
        var lines = ScanSetting.allCases.compactMap { setting in
            settings[setting].map { setting.line($0) }
        }
        for kind in PatternKind.onDevices {
            for entry in self[kind] {
                let notes = [entry.isEnabled ? nil : "disabled", entry.isCaseSensitive ? "capitals count" : nil]
                    .compactMap(\.self)
                lines.append(
                    "  \(kind.rawValue)  \(escaped(entry.text))  \(escaped(entry.deviceType))"
                        + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"))
            }
        }
        return lines
    }
}

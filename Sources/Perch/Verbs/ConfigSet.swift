import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// `perch config set`: changes a scan setting of the tables.
struct ConfigSet: Verb {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a scan setting of the tables. Devices get it with the next push or sync.",
        discussion: """
            The value none removes the setting from the tables, and every device keeps its own value. For flags, 1 is \
            on and 0 is off. A setting that a device does not have is not sent to it.
            """)

    @Argument(
        help: ArgumentHelp("Name of the setting: \(ScanSetting.allCases.map(\.rawValue).joined(separator: ", "))."),
        completion: .list(ScanSetting.allCases.map(\.rawValue)))
    var name: String

    @Argument(help: "Value of the setting: a whole number, or none.")
    var value: String

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard value == "none" || Int(value) != nil else {
            throw ValidationError("The value must be a whole number or none.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let tables = try await client.setScanSettings(ScanSettingsChange(settings: [name: Int(value)]))
        let unheld = tables.unheld.filter { $0.setting == name }
        output.setResult {
            $0.field("setting", name)
            if let value = tables.settings[name] { $0.field("value", value) }
            if !unheld.isEmpty { $0.field("unheld", unheld.map(\.profile).joined(separator: ", ")) }
        }
        if let setting = ScanSetting(rawValue: name) { await output.text(setting.line(tables.settings[name])) }
        for note in unheld { await output.text(note.words) }
    }
}

import ArgumentParser

/// `perch pattern`: patterns by which devices are recognised.
struct PatternCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pattern",
        abstract: "List, change, import, export and check patterns of devices.",
        discussion: """
            A pattern is a part of a network's name (ssid), the beginning of an address (mac), a part of a name in a \
            Bluetooth advertisement (ble-name), a service UUID (ble-uuid) or a company (ble-manufacturer). The \
            patterns that come with the program are there from the beginning; those without a source are disabled. \
            Only enabled patterns are looked for, and sent to devices.
            """,
        subcommands: [
            PatternListVerb.self, PatternAdd.self, PatternEditVerb.self, PatternRemove.self, PatternEnable.self,
            PatternDisable.self, PatternImportVerb.self, PatternExportVerb.self, PatternValidate.self,
            PatternMatchVerb.self, PatternResetDefaults.self, PatternUndoVerb.self,
        ])
}

import ArgumentParser

/// `perch config`: reads and changes the configs of devices, from and to the tables.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read, change, check and keep configs of FlockFinders and dongles.",
        discussion: """
            Perch reads back everything it sends, and lists every difference. Only what matches counts as applied. The device \
            keeps nothing over a restart before `save`, or --save.
            """,
        subcommands: [
            ConfigStatus.self, ConfigShow.self, ConfigSet.self, ConfigPull.self, ConfigPush.self, ConfigDiff.self,
            ConfigSyncVerb.self, ConfigSave.self, ConfigReset.self, ConfigRestore.self, ConfigRoundtrip.self,
            ConfigWatch.self,
        ])
}

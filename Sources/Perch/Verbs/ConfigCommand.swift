import ArgumentParser

/// `perch config`: reads and changes the configs of devices, from and to the tables.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read, change, check and save configs of FlockFinders and dongles.",
        discussion: """
            Perch reads back everything it sends, and lists every difference. Only entries that match count as \
            applied. The device loses every change at a restart unless `save`, or --save, has saved it.
            """,
        subcommands: [
            ConfigStatus.self, ConfigShow.self, ConfigSet.self, ConfigPull.self, ConfigPush.self, ConfigDiff.self,
            ConfigSyncVerb.self, ConfigSave.self, ConfigReset.self, ConfigRestore.self, ConfigRoundtrip.self,
            ConfigWatch.self,
        ])
}

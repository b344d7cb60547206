import ArgumentParser

/// `perch config`: keeps the configs of devices in step with the tables.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read, change, check and keep configs of FlockFinders and dongles.",
        discussion: """
            A device's word is not taken for it: what was sent is read back and compared, and only what is the same counts as \
            applied. What differs is listed. Nothing is kept over a restart of the device before `save`, or --save.
            """,
        subcommands: [
            ConfigStatus.self, ConfigShow.self, ConfigSet.self, ConfigPull.self, ConfigPush.self, ConfigDiff.self,
            ConfigSyncVerb.self, ConfigSave.self, ConfigReset.self, ConfigRestore.self, ConfigRoundtrip.self,
            ConfigWatch.self,
        ])
}

import ArgumentParser

/// `perch store`: the database.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Look at the database, check it, copy it while it is in use, or restore a copy.",
        subcommands: [StoreInfo.self, StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self])
}

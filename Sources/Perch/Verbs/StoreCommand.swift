import ArgumentParser

/// `perch store`: the database.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Look at the database; check, copy or restore it.",
        subcommands: [StoreInfo.self, StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self])
}

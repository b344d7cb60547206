import ArgumentParser

/// `perch store`: the database.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Look at the database, check it, or copy it while it is in use.",
        subcommands: [StoreInfo.self, StoreCheckCommand.self, StoreBackupCommand.self])
}

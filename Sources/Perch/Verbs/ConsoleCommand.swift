import ArgumentParser

/// `perch console`: links to the web console, and the sessions that they open.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Open the web console, and end its sessions.",
        subcommands: [ConsoleLinkCommand.self, ConsoleSessionsCommand.self, ConsoleEnd.self],
        defaultSubcommand: ConsoleLinkCommand.self)
}

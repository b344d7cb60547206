import ArgumentParser

/// `perch outbox`: messages that wait for delivery.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show, retry or drop waiting messages; test webhooks.",
        subcommands: [OutboxListVerb.self, OutboxRetry.self, OutboxDrop.self, OutboxTest.self],
        defaultSubcommand: OutboxListVerb.self)
}

import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines
import Settings

/// `perch outbox`: what waits to be delivered.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show, retry or drop what waits to be delivered to others.",
        subcommands: [OutboxList.self, OutboxRetry.self, OutboxDrop.self], defaultSubcommand: OutboxList.self)
}

/// `perch outbox list`, or `perch outbox` for short.
struct OutboxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List it, oldest first.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                let entries = try await output.interruptible { try await client.outbox() }
                output.setResult { $0.field("count", entries.count) }
                for entry in entries {
                    try await output.line("outbox-entry", of: entry)
                    for line in entry.prose { await output.text(line) }
                }
                if entries.isEmpty { await output.text("Nothing waits.") }
            }
        }
    }
}

/// `perch outbox retry`: tries one again.
struct OutboxRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try one again, at once.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output, settings: try Settings.ofThisUser()) { client in
                try await output.interruptible { try await client.retryOutboxEntry(entry) }
                await output.text("\(entry) is tried again.")
            }
        }
    }
}

/// `perch outbox drop`: gives one up.
struct OutboxDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Drop one, delivered or not.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                try await output.interruptible { try await client.dropOutboxEntry(entry) }
                await output.text("\(entry) is dropped.")
            }
        }
    }
}

extension OutboxEntryDescription {
    /// Lines for people.
    fileprivate var prose: [String] {
        let next = nextAttempt.map { ", next \($0.words)" } ?? ""
        var lines = ["#\(id)  \(kind) to \(destination)  \(state), \(counted(attempts, "attempt"))\(next)"]
        if let lastError { lines.append("    \(lastError)") }
        return lines.map(printable)
    }
}

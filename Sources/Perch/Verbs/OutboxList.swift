import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

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

extension OutboxEntryDescription {
    /// Lines for people.
    fileprivate var prose: [String] {
        let next = nextAttempt.map { ", next \($0.words)" } ?? ""
        var lines = ["#\(id)  \(kind) to \(destination)  \(state), \(counted(attempts, "attempt"))\(next)"]
        if let lastError { lines.append("    \(lastError)") }
        return lines.map(printable)
    }
}

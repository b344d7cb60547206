import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch outbox list`, or `perch outbox` for short.
struct OutboxListVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List it, oldest first.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                var count = 0
                var last: Int64 = 0
                var page: [OutboxEntryDescription] = []
                repeat {
                    page = try await output.interruptible { [last] in
                        try await client.outbox(after: last, limit: 1000).entries
                    }
                    for entry in page {
                        try await output.line("outbox-entry", of: entry)
                        for line in entry.prose { await output.text(line) }
                    }
                    count += page.count
                    last = page.last?.id ?? last
                    output.setResult { [count] in $0.field("count", count) }
                } while !page.isEmpty
                if count == 0 { await output.text("Nothing waits.") }
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

import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch outbox list`, or `perch outbox` for short.
struct OutboxListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the messages, oldest first.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        var count = 0
        var last: Int64 = 0
        var page: [OutboxEntryDescription] = []
        repeat {
            page = try await client.outbox(after: last, limit: 1000).entries
            for entry in page {
                try await output.line("outbox-entry", of: entry)
                for line in entry.prose { await output.text(line) }
            }
            count += page.count
            last = page.last?.id ?? last
            output.setResult { [count] in $0.field("count", count) }
        } while !page.isEmpty
        if count == 0 { await output.text("Nothing is waiting.") }
    }
}

extension OutboxEntryDescription {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        let next = nextAttempt.map { ", next \($0.words)" } ?? ""
        var lines = ["#\(id)  \(kind) to \(destination)  \(state), \(counted(attempts, "attempt"))\(next)"]
        if let lastError { lines.append("    \(lastError)") }
        return lines.map(printable)
    }
}

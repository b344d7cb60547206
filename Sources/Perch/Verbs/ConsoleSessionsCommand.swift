import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch console sessions`: lists the sessions of the console.
struct ConsoleSessionsCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the sessions of the console, oldest first.")

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let sessions = try await client.consoleSessions().sessions
        for session in sessions {
            try await output.line("session", of: session)
            await output.text(printable(session.prose))
        }
        output.setResult { $0.field("count", sessions.count) }
        if sessions.isEmpty { await output.text("No session is open.") }
    }
}

extension SessionDescription {
    fileprivate var prose: String {
        let number = id.map { "#\($0)  " } ?? ""
        let from = address.map { "  from \($0)" } ?? ""
        let times = [since.map { "since \($0.words)" }, until.map { "until \($0.words)" }].compactMap { $0 }
        return "\(number)\(role.rawValue)\(from)  \(times.joined(separator: ", "))"
    }
}

import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch console end`: ends sessions of the console.
struct ConsoleEnd: Verb {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End a session of the console, or all of them.",
        discussion: "Without a number, all sessions end, and links that were not opened are no longer valid.")

    @Argument(help: "Number of the session, from `perch console sessions`.")
    var session: Int64?

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let ended: Int
        if let session {
            try await client.endConsoleSession(session)
            ended = 1
        } else {
            ended = try await client.endConsoleSessions().ended
        }
        output.setResult { $0.field("ended", ended) }
        await output.text("Ended \(counted(ended, "session")).")
    }
}

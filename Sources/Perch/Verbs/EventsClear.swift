import ArgumentParser
import Failures
import Foundation
import GatewayClient
import Glibc
import JSONLines

/// `perch events clear`: empties the event log.
struct EventsClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove every event. Asks first, on a terminal.")

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            if !yes { try await ask(output) }
            try await gateway.withStoreGateway(output) { client in
                let removed = try await output.interruptible { try await client.clearEvents() }
                output.setResult { $0.field("removed", removed) }
                await output.text("\(counted(removed, "event was", "events were")) removed.")
            }
        }
    }

    private func ask(_ output: VerbOutput) async throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw Failure(
                code: "needs-yes", message: "Nobody can be asked whether every event is to be removed.",
                hint: "Say so with --yes.", exit: .usage)
        }
        say("perch: Remove every event? They cannot be brought back. [y/N]")
        let answer = try await output.abandonable {
            await withCheckedContinuation { continuation in
                // A thread of its own, since it waits for a person.
                Thread.detachNewThread { continuation.resume(returning: readLine() ?? "") }
            }
        }
        guard ["y", "yes"].contains(answer.lowercased()) else {
            throw Failure(
                code: "not-confirmed", message: "Nothing was removed.", hint: "Answer y to remove them.",
                exit: .interrupted)
        }
    }
}

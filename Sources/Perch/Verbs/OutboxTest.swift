import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Settings

/// `perch outbox test`: sends a test to webhooks.
struct OutboxTest: Verb {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test to every webhook, or to one, and show the answers.",
        discussion:
            "Sends each test once, at once, ahead of the outbox. Ends with 69 if a webhook does not accept it."
    )

    @Argument(help: "Number of the webhook in notify.webhooks, from 1.")
    var number: Int?

    @OptionGroup var frame: StoreFrame

    func needs(_ output: VerbOutput) -> StoreFrame.Needs { StoreFrame.Needs(settings: true) }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let tests = try await client.testWebhooks(number: number).webhooks
        for test in tests {
            try await output.line("webhook", of: test)
            let answer = test.error.map { "FAILED: \($0)" } ?? "arrived"
            await output.text(
                printable("\(test.number)  \(test.destination)  \(answer)  (\(test.milliseconds) ms)"))
        }
        let failed = tests.count { !$0.delivered }
        output.setResult {
            $0.field("webhooks", tests.count)
            $0.field("failed", failed)
        }
        guard failed == 0 else {
            throw Failure(
                code: "webhook-failed",
                message: "\(counted(failed, "webhook")) of \(tests.count) did not accept the test.",
                hint: "Fix the errors above, or the setting notify.webhooks, then try again.", exit: .unavailable)
        }
    }
}

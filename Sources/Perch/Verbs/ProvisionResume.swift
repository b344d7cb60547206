import ArgumentParser
import GatewayClient

/// `perch provision resume`: goes on with what was cut short.
struct ProvisionResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with runs that did not come to their end.",
        discussion: """
            Looks for each beacon on the air first: one that is what it is to be is verified and left alone. Any other is \
            connected to and written anew from the first step, never from the middle, because nobody can read back what \
            it has. Without numbers it takes every run that is not verified and not only written, unless a later run of \
            the same beacon has replaced it.
            """)

    @OptionGroup var continuing: ContinueOptions
    @OptionGroup var options: ProvisionOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await dongle.withGateway(output, needsStore: true, readsSettings: true) { lease in
                let radio = try await lease.oneDongle(output)
                let wish = try continuing.continuation(options, dongle: radio.name)
                let batch = try await lease.client.resumeProvisioning(wish)
                try await RunFollower(batch, lease: lease, output: output).run()
            }
        }
    }
}

extension Notifier {
    /// Destinations of notices, with timeouts and retries.
    package struct Configuration: Sendable {
        /// `http://` or `https://` URLs, at most 8, each once. Others are left out with a warning.
        package var webhooks: [String] = []
        /// Key for signing webhooks; nil = they are not signed.
        package var webhookSecret: [UInt8]?
        /// Longest wait for the answer of a webhook.
        package var webhookTimeout = Duration.seconds(10)
        package var webhookRetry = RetryPolicy()
        /// Whether to show desktop notifications, if there is a desktop.
        package var showsOnDesktop = true
        /// Longest time for the program that shows them.
        package var desktopTimeout = Duration.seconds(5)
        /// Absolute path of a program, and its arguments; empty = none.
        package var command: [String] = []
        /// Longest time for the program; then it is killed.
        package var commandTimeout = Duration.seconds(30)
        /// Environment variables of this process.
        package var environment: [String: String] = [:]
        /// Random number for jitter, 0..<1.
        package var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

        /// Describes an error of the store; a layer above knows better words.
        package var describe: @Sendable (any Error) -> String = { "\($0)" }

        /// Whether to give up messages to webhooks that are not in ``webhooks``. False if another
        /// gateway may use them.
        package var givesUpOthers = true

        package init() {}
    }
}

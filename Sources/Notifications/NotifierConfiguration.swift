extension Notifier {
    /// Where notices go, and how hard is tried.
    package struct Configuration: Sendable {
        /// `http://` or `https://` URLs, at most 8, each once. What is beyond, or no such URL, is left out with a warning.
        package var webhooks: [String] = []
        /// Key that webhooks are signed with; nil = they are not signed.
        package var webhookSecret: [UInt8]?
        /// Longest wait for the answer of a webhook.
        package var webhookTimeout = Duration.seconds(10)
        package var webhookRetry = RetryPolicy()
        /// Whether desktop notifications are shown where there is a desktop.
        package var showsOnDesktop = true
        /// Longest time that the program for them may take.
        package var desktopTimeout = Duration.seconds(5)
        /// Program, by an absolute path, and arguments; empty = none.
        package var command: [String] = []
        /// Longest time it may take; then it is killed.
        package var commandTimeout = Duration.seconds(30)
        /// Variables of this process.
        package var environment: [String: String] = [:]
        /// 0..<1, for jitter.
        package var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

        /// The words for an error of the store, which a layer above knows better.
        package var describe: @Sendable (any Error) -> String = { "\($0)" }

        /// Whether what waits for webhooks that are not named here is given up: not where another gateway may name them.
        package var givesUpOthers = true

        package init() {}
    }
}

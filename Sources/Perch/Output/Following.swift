import Failures

/// Follows a stream that ends by time, by ^C, or by itself.
enum Following {
    /// The stream ended by itself.
    enum Ended: FailureConvertible, Hashable {
        /// What was followed is a dongle's: the link was lost, or the dongle restarted.
        case link
        /// What was followed is the gateway's own, which outlives any dongle.
        case gateway

        var failure: Failure {
            switch self {
            case .link:
                Failure(
                    code: "link-ended", message: "The link to the dongle ended: it restarted or was unplugged.",
                    hint: "Try again.", isRetryable: true, exit: .temporary)
            case .gateway:
                Failure(
                    code: "gateway-stopping", message: "The gateway ended the stream; it is shutting down.",
                    hint: "Try again when it is back.", isRetryable: true, exit: .temporary)
            }
        }
    }

    /// Hands the elements of `stream` to `take` until it throws, the condition holds, or time is up.
    ///
    /// - Throws: `ending` where the stream ends by itself, and what the stream and `take` throw.
    static func run<Elements: AsyncSequence & Sendable>(
        until stop: StopCondition, duration: Duration?, of stream: Elements, ending: Ended = .link,
        _ take: @escaping @Sendable (Elements.Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for try await element in stream { try await take(element) }
                // A stream that ends because its reader was cancelled has not ended by itself.
                return Task.isCancelled
            }
            group.addTask { await stop.wait(atMost: duration) != nil }
            defer { group.cancelAll() }
            guard try await group.next() == true else { throw ending }
        }
    }
}

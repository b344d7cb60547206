import Failures

/// Follows a stream that ends by time, by ^C, or by itself.
enum Following {
    /// The stream ended by itself: the link was lost, the dongle restarted, or the gateway stopped.
    struct Ended: FailureConvertible, Hashable {
        var failure: Failure {
            Failure(
                code: "link-ended",
                message: "The stream ended: the dongle restarted or was unplugged, or the gateway stopped.",
                hint: "Try again.", isRetryable: true, exit: .temporary)
        }
    }

    /// Hands the elements of `stream` to `take` until it throws, the condition holds, or time is up.
    ///
    /// - Throws: ``Ended``, and what the stream and `take` throw.
    static func run<Elements: AsyncSequence & Sendable>(
        until stop: StopCondition, duration: Duration?, of stream: Elements,
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
            guard try await group.next() == true else { throw Ended() }
        }
    }
}

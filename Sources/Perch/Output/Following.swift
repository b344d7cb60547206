import Failures

/// Follows a stream until a time is over, ^C comes, or the stream ends by itself.
enum Following {
    /// Failure of a stream that ended by itself, by its source.
    enum Ended: FailureConvertible, Hashable {
        /// A stream of a dongle: the link was lost, or the dongle restarted.
        case link
        /// A stream of the gateway itself, which does not end with a dongle.
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

    /// Passes the elements of `stream` to `take` until `take` throws, `stop` has a reason, or the
    /// duration is over.
    ///
    /// - Throws: `ending` where the stream ends by itself, and errors of the stream and of `take`.
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

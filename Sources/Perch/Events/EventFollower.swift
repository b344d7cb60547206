import Failures
import GatewayClient
import GatewayModel
import Synchronization

/// Follows the event log, and connects again when the connection is lost.
final class EventFollower: Sendable {
    private let client: GatewayClient
    private let types: [EventType]
    /// Highest event number seen; nil while no event was ever in the log.
    private let last: Mutex<Int64?>

    /// Delays before the first, second … attempt to connect again; the last one repeats.
    private static let waits: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]

    /// - Parameter last: Number of the event after which to follow the log; nil = the log is empty.
    init(client: GatewayClient, types: [EventType], last: Int64?) {
        self.client = client
        self.types = types
        self.last = Mutex(last)
    }

    /// Follows until ^C.
    ///
    /// - Throws: The gateway's refusal of the first request, or an error that retrying cannot
    ///   resolve, such as a wrong token.
    func run(_ printer: EventPrinter, _ output: VerbOutput) async throws {
        var attempts = 0
        var isResumed = false
        while output.stop.reason == nil {
            do {
                let after = last.withLock { $0 } ?? 0
                let stream = try await client.followEvents(after: after, types: types, isResumed: isResumed)
                if isResumed { say("perch: The gateway is back.") }
                isResumed = true
                attempts = 0
                try await Following.run(until: output.stop, duration: nil, of: stream) { [self] line in
                    await take(line, printer)
                }
            } catch let failure as Failure where failure == .interrupted {
                return
            } catch  where EventFollower.canPass(error, isFirst: !isResumed) {
                // The gateway has answered before, at least with the state of the log.
                isResumed = true
                if attempts == 0 {
                    // A stream ends in order for only one reason.
                    let why = error is Following.Ended ? "The gateway is stopping." : Failure(error).message
                    say("perch: \(why) Trying again.")
                }
                let wait = EventFollower.waits[min(attempts, EventFollower.waits.count - 1)]
                attempts += 1
                if await output.stop.wait(atMost: wait) != .satisfied { return }
            }
        }
    }

    private func take(_ line: EventLine, _ printer: EventPrinter) async {
        switch line {
        case .event(let event):
            last.withLock { $0 = event.id ?? $0 }
            await printer.print(event)
        case .missed(let count):
            // Where the log was empty, no event was missed.
            guard last.withLock({ $0 != nil }) else { return }
            say("perch: At least \(count) events were missed: they were deleted, or came too fast.")
        case .start, .idle:
            return
        }
    }

    /// Returns whether retrying may resolve the error. A gateway's answer to the first request is
    /// final; an unreachable gateway is retried.
    private static func canPass(_ error: any Error, isFirst: Bool) -> Bool {
        switch error {
        case is Following.Ended: true
        case ClientError.unreachable, ClientError.interrupted, ClientError.timedOut: true
        case ClientError.problem(let problem): problem.retryable && !isFirst
        default: false
        }
    }
}

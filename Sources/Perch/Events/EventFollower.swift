import Failures
import GatewayClient
import GatewayModel
import Synchronization

/// Follows the event log over lost connections.
final class EventFollower: Sendable {
    private let client: GatewayClient
    private let types: [EventType]
    /// The highest number that was seen; nil while the log was never other than empty.
    private let last: Mutex<Int64?>

    /// Waits before the first, second … attempt to connect again; the last one repeats.
    private static let waits: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]

    /// - Parameter last: Those after it are followed; nil = the log is empty.
    init(client: GatewayClient, types: [EventType], last: Int64?) {
        self.client = client
        self.types = types
        self.last = Mutex(last)
    }

    /// Follows until ^C.
    ///
    /// - Throws: What the gateway has against it at first, or what stays wrong, such as a token.
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
                // It has answered before, if only to say what the log has.
                isResumed = true
                if attempts == 0 {
                    // In order, it ends for one reason only.
                    let why = error is Following.Ended ? "The gateway stops." : Failure(error).message
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
            // Of a log that was empty, nothing was missed.
            guard last.withLock({ $0 != nil }) else { return }
            say("perch: At least \(count) events are not there any more, or came too fast.")
        case .start, .idle:
            return
        }
    }

    /// Whether it can be over by itself. What a gateway says to the first request is an answer; that it is gone is none.
    private static func canPass(_ error: any Error, isFirst: Bool) -> Bool {
        switch error {
        case is Following.Ended: true
        case ClientError.unreachable, ClientError.interrupted, ClientError.timedOut: true
        case ClientError.problem(let problem): problem.retryable && !isFirst
        default: false
        }
    }
}

import GatewayModel
import Concurrency
import Foundation
import LineFormats
import Logging
import Store

/// Delivers the outbox's messages for one webhook, in order.
final class WebhookLane: Sendable {
    /// Wait between attempts to use a failing database.
    private static let storeWait = Duration.seconds(5)

    /// Number in the configuration, from 1.
    let number: Int
    let target: WebhookTarget
    let record: SinkRecord
    private let store: Store
    private let retry: RetryPolicy
    private let chance: @Sendable () -> Double
    private let clock: NotifierClock
    private let logger: Logger
    private let describe: @Sendable (any Error) -> String
    private let signal = Signal()

    init(
        _ target: WebhookTarget, number: Int, store: Store, configuration: Notifier.Configuration, clock: NotifierClock,
        logger: Logger, changes: AsyncStream<SinkChange>.Continuation
    ) {
        self.target = target
        self.number = number
        self.store = store
        retry = configuration.webhookRetry
        chance = configuration.chance
        self.clock = clock
        self.logger = logger
        describe = configuration.describe
        record = SinkRecord(.webhook, name: target.name, changes: changes)
    }

    /// Appends a notice to the lane. Once this returns, the notice survives a crash.
    func take(_ notice: Notice) async {
        // Stirs before and after: callers of `idle` must wait while the notice is being stored, and
        // the lane may look and settle before it is.
        record.stir()
        defer { stir() }
        do throws(StoreError) {
            let receipt = try await store.outbox.enqueue(
                lane: target.lane, kind: notice.type, idempotencyKey: WebhookLane.newID(), body: Data(notice.json),
                atMicroseconds: clock.wall())
            if receipt.displaced > 0 {
                record.dropped("too many notices are waiting; the oldest was dropped", at: clock.wall())
            }
        } catch {
            record.dropped("a notice could not be added to the outbox: \(describe(error))", at: clock.wall())
        }
    }

    /// Makes the lane look for work again.
    func stir() {
        record.stir()
        signal.wake()
    }

    /// Delivers until the task is cancelled.
    func run(_ sender: WebhookSender) async {
        var turn = Turn()
        while !Task.isCancelled {
            let stirred = record.stirred
            do throws(StoreError) {
                guard let entry = try await store.outbox.next(lane: target.lane) else {
                    record.settle(stirred)
                    await signal.wait()
                    continue
                }
                let due = turn.due(entry, clock, longest: retry.longest)
                guard due <= clock.now() else {
                    record.settle(stirred)
                    await signal.wait(until: due, clock)
                    // The wait may have ended because the message is due.
                    record.stir()
                    continue
                }
                try await attempt(entry, sender)
            } catch {
                record.failed("the outbox cannot be used: \(describe(error))", at: clock.wall())
                await clock.sleep(clock.now() + WebhookLane.storeWait)
            }
        }
    }

    private func attempt(_ entry: OutboxEntry, _ sender: WebhookSender) async throws(StoreError) {
        let answer = await sender.send(entry, to: target)
        let now = clock.wall()
        switch answer {
        case .delivered:
            record.delivered()
            try await settle(entry)
        case .gone(let words):
            // First, so that the loss is reported and not just a failure: the message is not
            // retried.
            record.gaveUp(words)
            record.failed(words, at: now)
            try await store.outbox.giveUp(entry.id, error: words, atMicroseconds: now)
        case .failed(let words, let retryAfter):
            // The end of this process cut the attempt short: this is not a failure of the receiver.
            guard !Task.isCancelled else { return }
            record.failed(words, at: now)
            let age = Duration.microseconds(
                max(0, now.subtractingReportingOverflow(entry.createdMicroseconds).partialValue))
            switch retry.verdict(
                failures: entry.attempts + 1, age: age, chance: chance(), retryAfter: retryAfter)
            {
            case .giveUp:
                record.gaveUp(words)
                try await store.outbox.giveUp(entry.id, error: words, atMicroseconds: now)
            case .retry(let wait):
                logger.debug("A webhook failed: \(words)", metadata: ["webhook": "\(target.name)"])
                try await store.outbox.deliveryFailed(
                    entry.id, error: words, nextAttemptMicroseconds: now + wait.microseconds)
            }
        }
    }

    /// Removes a delivered message from the outbox. Keeps trying while the database fails, so that
    /// the message is not sent twice.
    private func settle(_ entry: OutboxEntry) async throws(StoreError) {
        while true {
            do throws(StoreError) {
                try await store.outbox.delivered(entry.id)
                return
            } catch {
                guard !Task.isCancelled else { throw error }
                logger.error("The outbox cannot be used: \(describe(error))")
                await clock.sleep(clock.now() + WebhookLane.storeWait)
            }
        }
    }

    /// Tries the webhook once, past the outbox.
    func test(_ notice: Notice, _ sender: WebhookSender) async -> WebhookTrial {
        let begin = clock.now()
        let entry = OutboxEntry(
            lane: target.lane, kind: notice.type, idempotencyKey: WebhookLane.newID(), body: Data(notice.json),
            createdMicroseconds: clock.wall())
        let error: String? =
            switch await sender.send(entry, to: target) {
            case .delivered: nil
            case .failed(let words, _), .gone(let words): words
            }
        return WebhookTrial(number: number, name: target.name, error: error, took: clock.now() - begin)
    }

    /// Makes an id for a message, with 128 random bits.
    private static func newID() -> String {
        let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
        return "msg_" + String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// Time at which the first message of the lane is due, by a clock that does not jump.
    private struct Turn {
        private var entry: OutboxEntry?
        private var time = Duration.zero

        mutating func due(_ next: OutboxEntry, _ clock: NotifierClock, longest: Duration) -> Duration {
            if next == entry { return time }
            entry = next
            let wait = next.nextAttemptMicroseconds.subtractingReportingOverflow(clock.wall()).partialValue
            time = clock.now() + min(max(.microseconds(wait), .zero), longest)
            return time
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

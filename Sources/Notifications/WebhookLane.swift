import Foundation
import JSONLines
import Logging
import Store

/// Delivers to one webhook what waits for it in the outbox, in order.
final class WebhookLane: Sendable {
    /// Between attempts to use a database that fails.
    private static let storeWait = Duration.seconds(5)

    let target: WebhookTarget
    let record: SinkRecord
    private let store: Store
    private let retry: RetryPolicy
    private let chance: @Sendable () -> Double
    private let clock: NotifierClock
    private let logger: Logger
    private let wake = Wake()

    init(
        _ target: WebhookTarget, store: Store, configuration: Notifier.Configuration, clock: NotifierClock,
        logger: Logger
    ) {
        self.target = target
        self.store = store
        retry = configuration.webhookRetry
        chance = configuration.chance
        self.clock = clock
        self.logger = logger
        record = SinkRecord(.webhook, name: target.name)
    }

    /// Puts a notice at the end of the lane. Once this returns, it survives a crash.
    func take(_ notice: Notice) async {
        // Who asks meanwhile waits for it. The lane may look before it is there, and settle that.
        record.stir()
        defer { stir() }
        do throws(StoreError) {
            let receipt = try await store.enqueue(
                lane: target.lane, kind: notice.type, idempotencyKey: WebhookLane.newID(), body: Data(notice.json),
                atMicroseconds: clock.wall())
            if receipt.displaced > 0 {
                record.dropped("too many notices wait; the oldest was given up", at: clock.wall())
                logger.warning("Too many notices wait for webhooks; the oldest was given up.")
            }
        } catch {
            record.dropped("it could not be put into the outbox: \(error)", at: clock.wall())
            logger.error("A notice for a webhook is lost: \(error)", metadata: ["webhook": "\(target.name)"])
        }
    }

    /// Looks again what there is to do.
    func stir() {
        record.stir()
        wake.call()
    }

    /// Delivers until the task is cancelled.
    func run(_ sender: WebhookSender) async {
        var turn = Turn()
        while !Task.isCancelled {
            let stirred = record.stirred
            do throws(StoreError) {
                guard let entry = try await store.nextInOutbox(lane: target.lane) else {
                    record.settle(stirred)
                    await wake.wait()
                    continue
                }
                let due = turn.due(entry, clock, longest: retry.longest)
                guard due <= clock.now() else {
                    record.settle(stirred)
                    await wake.wait(until: due, clock)
                    // The time may have come instead.
                    record.stir()
                    continue
                }
                try await attempt(entry, sender)
            } catch {
                record.failed("the outbox cannot be used: \(error)", at: clock.wall())
                logger.error("The outbox cannot be used: \(error)")
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
            record.failed(words, at: now)
            logger.warning("A webhook wants no more: \(words)", metadata: ["webhook": "\(target.name)"])
            try await store.giveUp(entry.id, error: words, atMicroseconds: now)
        case .failed(let words, let retryAfter):
            // Cut short by the end of this process: no failure of the receiver's.
            guard !Task.isCancelled else { return }
            record.failed(words, at: now)
            let age = Duration.microseconds(
                max(0, now.subtractingReportingOverflow(entry.createdMicroseconds).partialValue))
            switch retry.verdict(
                failures: entry.attempts + 1, age: age, chance: chance(), retryAfter: retryAfter)
            {
            case .giveUp:
                logger.warning("A notice is given up: \(words)", metadata: ["webhook": "\(target.name)"])
                try await store.giveUp(entry.id, error: words, atMicroseconds: now)
            case .retry(let wait):
                logger.debug("A webhook failed: \(words)", metadata: ["webhook": "\(target.name)"])
                try await store.deliveryFailed(
                    entry.id, error: words, nextAttemptMicroseconds: now + wait.microseconds)
            }
        }
    }

    /// Takes what has arrived out of the outbox. It is not sent again because a database fails for a while.
    private func settle(_ entry: OutboxEntry) async throws(StoreError) {
        while true {
            do throws(StoreError) {
                try await store.delivered(entry.id)
                return
            } catch {
                guard !Task.isCancelled else { throw error }
                logger.error("The outbox cannot be used: \(error)")
                await clock.sleep(clock.now() + WebhookLane.storeWait)
            }
        }
    }

    /// Names a message for its receiver. 128 random bits.
    private static func newID() -> String {
        let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
        return "msg_" + String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// When the first message of the lane may be tried, by a clock that does not jump.
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

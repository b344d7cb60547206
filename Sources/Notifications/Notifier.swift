import AsyncHTTPClient
import GatewayModel
import Logging
import Store

/// Delivers notices to webhooks, a command and desktop notifications.
///
/// Messages to webhooks stay in the store's outbox until they are delivered, even over a restart;
/// notices for the command and the desktop are queued in memory. No destination waits for another.
package final class Notifier: Sendable {
    /// Most webhooks.
    package static let webhooksAtMost = 8

    private let configuration: Configuration
    private let store: Store
    private let logger: Logger
    private let clock: NotifierClock
    private let lanes: [WebhookLane]
    private let desktop: QueuedSink?
    private let command: QueuedSink?
    /// Destinations that have begun to fail, or that work again; for one reader.
    package let changes: AsyncStream<SinkChange>
    private let changesInput: AsyncStream<SinkChange>.Continuation

    /// Delivers nothing before ``run()``; notices wait until then.
    package init(
        configuration: Configuration, store: Store, logger: Logger, clock: NotifierClock = .system()
    ) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        self.clock = clock
        let (changes, input) = AsyncStream.makeStream(of: SinkChange.self, bufferingPolicy: .bufferingNewest(64))
        (self.changes, changesInput) = (changes, input)
        lanes = Notifier.targets(configuration, logger).map { number, target in
            WebhookLane(
                target, number: number, store: store, configuration: configuration, clock: clock, logger: logger,
                changes: input)
        }
        let environment = configuration.environment
        let arguments = configuration.command
        command = arguments.first.map { program in
            QueuedSink(
                .command, name: program, timeout: configuration.commandTimeout, clock: clock, changes: input,
                child: { NoticePrograms.command(arguments, for: $0, environment: environment) })
        }
        let (program, reason) = NoticePrograms.desktopProgram(environment)
        if configuration.showsOnDesktop, program == nil {
            logger.info("Desktop notifications are off: \(reason).")
        }
        desktop = program.flatMap { program in
            guard configuration.showsOnDesktop else { return nil }
            return QueuedSink(
                .desktop, name: program, timeout: configuration.desktopTimeout, clock: clock, changes: input,
                child: { NoticePrograms.desktop(program, for: $0, environment: environment) })
        }
    }

    private static func targets(
        _ configuration: Configuration, _ logger: Logger
    ) -> [(number: Int, target: WebhookTarget)] {
        var targets: [(number: Int, target: WebhookTarget)] = []
        for (place, url) in configuration.webhooks.enumerated() {
            guard let target = WebhookTarget(url), targets.count < webhooksAtMost,
                !targets.contains(where: { $0.target == target })
            else {
                logger.warning("A webhook is ignored: it is not a URL, is listed twice, or exceeds the limit.")
                continue
            }
            if target.isExposed {
                logger.warning(
                    "A webhook is not encrypted: its messages can be read and changed on the way.",
                    metadata: ["webhook": "\(target.name)"])
            }
            targets.append((place + 1, target))
        }
        return targets
    }

    private var queued: [QueuedSink] { [desktop, command].compactMap { $0 } }

    /// Queues a notice. Returns once it is stored for every webhook, without waiting for delivery.
    package func notify(_ notice: Notice) async {
        for sink in queued { sink.take(notice) }
        for lane in lanes { await lane.take(notice) }
    }

    /// Delivers until the task is cancelled, which kills a program that is running. Call this once.
    package func run() async {
        if configuration.givesUpOthers { await giveUpOthers() }
        await withSender { sender in
            await withTaskGroup(of: Void.self) { group in
                for lane in lanes { group.addTask { await lane.run(sender) } }
                for sink in queued { group.addTask { await sink.run() } }
            }
        }
    }

    /// Numbers of the webhooks, from 1, in the order of the configuration.
    package var webhooks: [Int] { lanes.map(\.number) }

    /// Sends a notice to webhooks at once, past the outbox, with one attempt each.
    ///
    /// - Parameter number: One of ``webhooks``; nil = all.
    /// - Returns: Results, in the order of the webhooks.
    package func test(_ notice: Notice, number: Int? = nil) async -> [WebhookTrial] {
        let chosen = lanes.filter { number == nil || $0.number == number }
        return await withSender { sender in
            await withTaskGroup(of: WebhookTrial.self) { group in
                for lane in chosen { group.addTask { await lane.test(notice, sender) } }
                return await group.reduce(into: []) { $0.append($1) }.sorted { $0.number < $1.number }
            }
        }
    }

    private func withSender<Value: Sendable>(_ body: (WebhookSender) async -> Value) async -> Value {
        let client = WebhookSender.makeClient()
        let sender = WebhookSender(
            client: client, key: configuration.webhookSecret, timeout: configuration.webhookTimeout, clock: clock)
        let value = await body(sender)
        do {
            try await client.shutdown()
        } catch {
            logger.debug("Closing the webhooks' connections failed: \(error)")
        }
        return value
    }

    /// Gives up the messages to webhooks that are no longer in the configuration.
    private func giveUpOthers() async {
        let named = Set(lanes.map(\.target.lane))
        do throws(StoreError) {
            for counts in try await store.outbox.counts() where counts.waiting > 0 {
                guard counts.lane.hasPrefix(WebhookTarget.lanePrefix), !named.contains(counts.lane) else { continue }
                let count = try await store.outbox.giveUpLane(
                    counts.lane, error: "the webhook was removed from the settings", atMicroseconds: clock.wall())
                let name = counts.lane.split(separator: " ").dropFirst().first.map(String.init) ?? counts.lane
                changesInput.yield(
                    SinkChange(
                        kind: .webhook, name: name,
                        state: .loses("the webhook was removed from the settings; \(count) waiting for it were dropped")
                    ))
            }
        } catch {
            logger.error("The outbox cannot be used: \(configuration.describe(error))")
        }
    }

    /// Waits, while ``run()`` goes on, until everything that can be delivered now is delivered.
    /// Messages whose retry is due later are not waited for.
    ///
    /// - Returns: Notices that are left when that is done, or the time is over.
    package func drain(limit: Duration = .seconds(5)) async -> Remaining {
        let deadline = clock.now() + limit
        for record in lanes.map(\.record) + queued.map(\.record) { await record.idle(until: deadline, clock) }
        let counts = await counts()
        return Remaining(
            webhooks: counts.map { counts in lanes.reduce(0) { $0 + (counts[$1.target.lane]?.waiting ?? 0) } },
            desktop: desktop?.left ?? 0, command: command?.left ?? 0)
    }

    /// Every destination: webhooks in the order of the configuration, then the desktop, then the
    /// command.
    package var status: [SinkStatus] {
        get async {
            let counts = await counts()
            let webhooks = lanes.map { lane in
                var status = lane.record.status
                status.waiting = counts.map { $0[lane.target.lane]?.waiting ?? 0 }
                status.givenUp = counts.map { $0[lane.target.lane]?.givenUp ?? 0 }
                return status
            }
            return webhooks
                + queued.map { sink in
                    var status = sink.record.status
                    status.waiting = sink.left
                    return status
                }
        }
    }

    /// Retries a message of the outbox at once, even one that was given up.
    ///
    /// - Returns: Whether the outbox has the message.
    package func retry(_ id: Int64) async throws(StoreError) -> Bool {
        let isThere = try await store.outbox.retry(id, atMicroseconds: clock.wall())
        for lane in lanes { lane.stir() }
        return isThere
    }

    /// Removes a message from the outbox. The messages behind it in its lane no longer wait for it.
    ///
    /// - Returns: Whether the outbox had the message.
    package func drop(_ id: Int64) async throws(StoreError) -> Bool {
        let wasThere = try await store.outbox.drop(id, atMicroseconds: clock.wall())
        for lane in lanes { lane.stir() }
        return wasThere
    }

    /// Nil if the outbox cannot be read.
    private func counts() async -> [String: OutboxCounts]? {
        do throws(StoreError) {
            let counts = try await store.outbox.counts()
            return Dictionary(counts.map { ($0.lane, $0) }, uniquingKeysWith: { first, _ in first })
        } catch {
            logger.error("The outbox cannot be read: \(configuration.describe(error))")
            return nil
        }
    }
}

import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import Perch

@Suite(.timeLimit(.minutes(1))) struct WatchdogTests {
    private let socket: NotifySocket
    private let manager: ServiceManager

    init() throws {
        socket = try NotifySocket()
        manager = try #require(
            ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "100000"]))
    }

    /// Runs the watchdog until `body` returns, then shuts it down in order.
    private func run(
        _ manager: ServiceManager, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        ask: @escaping @Sendable () async -> Void, _ body: () async throws -> Void
    ) async throws {
        let group = ServiceGroup(
            services: [Watchdog(manager: manager, ask: ask, logger: logger)],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let running: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test("a gateway that answers is told of again and again, and its stop once")
    func alive() async throws {
        let asked = Mutex(0)
        try await run(manager) {
            asked.withLock { $0 += 1 }
        } _: {
            for _ in 0..<3 { #expect(await socket.receive() == "WATCHDOG=1") }
        }
        #expect(asked.withLock { $0 } >= 3)
        var last: String?
        while let message = await socket.receive(within: 0) { last = message }
        #expect(last == "STOPPING=1")
    }

    @Test("a gateway that does not answer is not told of")
    func hung() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let lines = LineCounter()
        let logger = Logger(label: "test") { _ in lines.handler }
        try await run(manager, logger: logger) {
            for await _ in gate {}
        } _: {
            await lines.wait(for: 3)
            #expect(await socket.receive(within: 0) == nil)
            opener.finish()
        }
    }

    @Test("without a watchdog only the stop is told")
    func unwatched() async throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name]))
        try await run(manager) {
            Issue.record("Nobody wants to know.")
        } _: {
        }
        #expect(await socket.receive() == "STOPPING=1")
        #expect(await socket.receive(within: 0) == nil)
    }

    @Test("an answer counts for a limited time, and no answer does not count")
    func pulse() {
        let pulse = Pulse(longestSilence: .seconds(15))
        let start = ContinuousClock.now
        #expect(!pulse.isAlive(at: start))
        pulse.answered(at: start)
        #expect(pulse.isAlive(at: start + .seconds(15)))
        #expect(!pulse.isAlive(at: start + .seconds(15) + .nanoseconds(1)))
    }
}

/// Counts logged lines.
private final class LineCounter: Sendable {
    private struct Handler: LogHandler {
        let counter: LineCounter
        var logLevel = Logger.Level.trace
        var metadata = Logger.Metadata()

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { counter.continuation.yield() }
    }

    private let lines: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (lines, continuation) = AsyncStream.makeStream(of: Void.self) }

    var handler: any LogHandler { Handler(counter: self) }

    func wait(for count: Int) async {
        var seen = 0
        for await _ in lines {
            seen += 1
            if seen == count { return }
        }
    }
}

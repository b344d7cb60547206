import Failures
import Gateway
import GatewayClient
import GatewayModel
import Synchronization

/// One scan: passes on its adverts, counts them, and ends the scan in time.
final class Scan: Sendable {
    private let client: GatewayClient
    private let query: AdvertQuery
    private let state = Mutex(ScanProgress())
    private let start = ContinuousClock.now
    private let hasEnded = Atomic(false)
    private let stopError = Mutex<(any Error)?>(nil)

    init(client: GatewayClient, query: AdvertQuery) {
        self.client = client
        self.query = query
    }

    var counts: ScanCounts { state.withLock { $0.counts } }

    var lasted: Duration { .now - start }

    /// Scans until `stop` has a reason or `duration` is over, and then until all adverts are
    /// accounted for.
    ///
    /// - Parameters:
    ///   - started: Called once, before the first adverts.
    ///   - take: Gets the adverts that pass the filters, as they arrive.
    /// - Throws: `ClientError`; `Failure` when the dongle's radio fails or the gateway shuts down.
    func run(
        duration: Duration?, stop: StopCondition, started: (StreamStart) async throws -> Void = { _ in },
        take: (AdvertLines) async throws -> Void
    ) async throws {
        var updates = try await client.adverts(query)
            .makeAsyncIterator()
        guard case .start(let begin) = try await updates.next() else {
            throw ClientError.malformedAnswer(client.address, what: "a stream without its start")
        }
        state.withLock { $0.isAlone = query.dongle != nil || begin.dongles.count == 1 }
        try await started(begin)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                if await stop.wait(atMost: duration) != nil { await end(begin.stream) }
            }
            defer { group.cancelAll() }
            do {
                while let update = try await updates.next() {
                    try state.withLock { try $0.take(update) }.map(say)
                    if case .adverts(let lines) = update { try await take(lines) }
                }
            } catch {
                throw stopError.withLock { $0 } ?? error
            }
            hasEnded.store(true, ordering: .releasing)
        }
        if counts.endReason == .stopping, stop.reason == nil { throw GatewayError.stopping }
    }

    private func end(_ stream: String) async {
        do {
            try await client.uninterrupted.endStream(stream)
        } catch {
            // The stream may end before this request returns; the request is then cancelled.
            if hasEnded.load(ordering: .acquiring) || Task.isCancelled { return }
            stopError.withLock { $0 = error }
            // Since the request failed, only closing the client ends the stream.
            await client.close()
        }
    }
}

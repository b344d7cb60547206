import Advertising
import DongleLink
import DongleProtocol
import Failures
import Gateway
import Synchronization

/// One scan: takes its updates, filters, counts, and ends it in time.
final class Scan: Sendable {
    let dongle: any DongleService
    let filter: AdvertFilter
    private let state = Mutex(ScanCounts())
    private let start = ContinuousClock.now
    private let hasEnded = Atomic(false)

    init(dongle: any DongleService, filter: AdvertFilter) {
        self.dongle = dongle
        self.filter = filter
    }

    var counts: ScanCounts { state.withLock { $0 } }

    var lasted: Duration { .now - start }

    /// Scans until `stop` or `duration`, then until every advert is accounted for.
    ///
    /// - Parameter take: Gets the adverts that pass, parsed, in batches as they come.
    /// - Throws: What the dongle throws; ``Failure`` when its radio fails.
    func run(
        _ request: ScanStartRequest, duration: Duration?, stop: StopCondition,
        take: ([(Sighting, ParsedAdvert)]) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                guard await stop.wait(atMost: duration) != nil else { return }
                do {
                    try await dongle.stopScan()
                } catch {
                    // The scan may end before the stop has returned, which is cancelled then.
                    if hasEnded.load(ordering: .acquiring) { return }
                    // Only this ends the scan now.
                    await dongle.close()
                    throw error
                }
            }
            try await dongle.scan(request) { update in
                let passing = try accept(update)
                if !passing.isEmpty { try await take(passing) }
            }
            hasEnded.store(true, ordering: .releasing)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func accept(_ update: ScanUpdate) throws -> [(Sighting, ParsedAdvert)] {
        switch update {
        case .sightings(let sightings):
            return accept(sightings)
        case .lost(let count):
            state.withLock { $0.lost += count }
        case .missed(let count):
            state.withLock { $0.missed += count }
        case .interrupted(.portLost):
            throw LinkError.portLost
        case .interrupted(.closed):
            break
        case .interrupted(let cause):
            state.withLock { $0.interruptions += 1 }
            state.withLock { $0.isAway = true }
            say("perch: \(cause.sentence) Waiting for it.")
        case .restored:
            state.withLock { $0.isAway = false }
            say("perch: The dongle is back; the scan goes on.")
        case .failed(let status):
            throw Failure(status: status, body: ErrorBody(), operation: .scanStart)
        }
        return []
    }

    private func accept(_ sightings: [Sighting]) -> [(Sighting, ParsedAdvert)] {
        var counts = ScanCounts()
        var passing: [(Sighting, ParsedAdvert)] = []
        passing.reserveCapacity(sightings.count)
        for sighting in sightings {
            let advert = ParsedAdvert(sighting.data)
            if advert.malformation != nil { counts.malformed += 1 }
            if filter.isOpen || filter.passes(sighting, advert) {
                passing.append((sighting, advert))
            } else {
                counts.filtered += 1
            }
        }
        let (malformed, filtered) = (counts.malformed, counts.filtered)
        state.withLock {
            $0.received += UInt64(sightings.count)
            $0.malformed += malformed
            $0.filtered += filtered
        }
        return passing
    }
}

import TestSupport
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import Gateway

/// Publishing to readers, under a clock that stands still.
@Suite(.timeLimit(.minutes(1))) struct AdvertHubTests {
    private let clock = ManualClock()
    private let anything = ScanDemand(isActive: false, minimumRSSI: nil)

    private func hub(standing: ScanDemand? = nil, limit: Int = 600) -> AdvertHub {
        AdvertHub(standing: standing, readerLimit: limit, clock: clock.clock)
    }

    /// Reads to the end.
    ///
    /// - Parameter progress: Called with the size of each batch.
    private func total(
        of adverts: AdvertSubscription, _ progress: (Int) -> Void = { _ in }
    ) async -> (received: UInt64, missed: UInt64) {
        var (received, missed): (UInt64, UInt64) = (0, 0)
        for await update in adverts {
            switch update {
            case .adverts(let batch):
                received += UInt64(batch.adverts.count)
                progress(batch.adverts.count)
            case .missed(let count): missed += count
            default: Issue.record("got \(update)")
            }
        }
        return (received, missed)
    }

    @Test("a stuck reader costs one pause, misses the oldest, and is told exactly; the others miss nothing")
    func stuck() async throws {
        let hub = hub()
        let stuck = try hub.subscribe(.all, anything)
        let quick = try hub.subscribe(.all, anything)
        let batch = AdvertBacklogTests.batch(64)
        let rounds = 2 * AdvertQueue.capacity / 64
        let pauses = NIOLockedValueBox(0)
        // Adverts that the fast reader has not read yet.
        let unread = NIOLockedValueBox(0)
        async let read = total(of: quick) { count in unread.withLockedValue { $0 -= count } }
        async let published: Void = {
            for _ in 0..<rounds {
                unread.withLockedValue { $0 += 64 }
                await hub.publish(batch, from: 1)
            }
            hub.finish()
        }()
        let ticking = Task { [clock] in
            // Time advances only while the publisher waits for it, and never because of the fast
            // reader.
            while !Task.isCancelled {
                if clock.sleepers > 0, unread.withLockedValue({ $0 }) == 0 {
                    pauses.withLockedValue { $0 += 1 }
                    clock.advance(by: AdvertHub.longestPause)
                }
                await Task.yield()
            }
        }
        await published
        ticking.cancel()
        let all = UInt64(rounds * 64)
        #expect(await read == (all, 0))
        let late = await total(of: stuck)
        #expect(late.received == UInt64(AdvertQueue.capacity))
        #expect(late.received + late.missed == all)
        #expect(hub.counts.missed == late.missed)
        #expect(pauses.withLockedValue { $0 } >= 1)
    }

    @Test("a publisher waits for a reader that is only late, and goes on when it has read enough")
    func late() async throws {
        let hub = hub()
        let reader = try hub.subscribe(.all, anything)
        let batch = AdvertBacklogTests.batch(64)
        for _ in 0..<AdvertQueue.congestion / 64 { await hub.publish(batch, from: 1) }
        let goesOn = Latch()
        let publisher = Task {
            await hub.publish(batch, from: 1)
            goesOn.set()
        }
        await eventually("the publisher waits") { clock.sleepers == 1 }
        #expect(!goesOn.isSet)
        var iterator = reader.makeAsyncIterator()
        for _ in 0..<(AdvertQueue.congestion - AdvertQueue.relief) / 64 { _ = await iterator.next() }
        #expect(!goesOn.isSet)
        _ = await iterator.next()
        await publisher.value
        #expect(goesOn.isSet)
        #expect(hub.counts.missed == 0)
    }

    @Test("a reader that was waited for in vain is waited for again once it has caught up")
    func recovery() async throws {
        let hub = hub()
        let reader = try hub.subscribe(.all, anything)
        let batch = AdvertBacklogTests.batch(64)
        for _ in 0..<AdvertQueue.congestion / 64 { await hub.publish(batch, from: 1) }
        async let waiting: Void = hub.publish(batch, from: 1)
        await eventually("the publisher waits") { clock.sleepers == 1 }
        clock.advance(by: AdvertHub.longestPause)
        await waiting
        // The hub has given up on the slow reader, so this call does not wait.
        await hub.publish(batch, from: 1)
        var iterator = reader.makeAsyncIterator()
        for _ in 0..<(AdvertQueue.congestion + 128 - AdvertQueue.recovery) / 64 + 1 { _ = await iterator.next() }
        for _ in 0..<(AdvertQueue.congestion - AdvertQueue.recovery) / 64 + 1 { await hub.publish(batch, from: 1) }
        async let again: Void = hub.publish(batch, from: 1)
        await eventually("the publisher waits again") { clock.sleepers == 1 }
        reader.cancel()
        await again
    }

    @Test("five hundred readers get the same batches")
    func many() async throws {
        let hub = hub()
        let readers = try (0..<500).map { _ in try hub.subscribe(.all, anything) }
        let batches = (0..<20).map { _ in AdvertBacklogTests.batch(16) }
        await withTaskGroup(of: Bool.self) { group in
            for reader in readers {
                group.addTask {
                    var seen: [ObjectIdentifier] = []
                    for await update in reader {
                        if case .adverts(let batch) = update { seen.append(ObjectIdentifier(batch)) }
                    }
                    return seen == batches.map(ObjectIdentifier.init)
                }
            }
            for batch in batches { await hub.publish(batch, from: 1) }
            hub.finish()
            for await same in group { #expect(same) }
        }
    }

    @Test("a place is free again when its reader has left, in whatever way")
    func places() async throws {
        let hub = hub(limit: 1)
        var reader: AdvertSubscription? = try hub.subscribe(.all, anything)
        #expect(throws: GatewayError.tooMany("readers", limit: 1)) { try hub.subscribe(.all, anything) }
        #expect(reader != nil)
        reader = nil
        #expect(hub.counts.readers == 0)
        let second = try hub.subscribe(.all, anything)
        second.cancel()
        let third = try hub.subscribe(.all, anything)
        await third.end()
        #expect(hub.counts.readers == 0)
        // The gateway's own readers do not count.
        let own = try hub.subscribe(.all, anything, isClient: false)
        #expect(hub.counts.readers == 0)
        withExtendedLifetime(own) {}
        #expect(second.id != third.id)
    }

    @Test("what is scanned for is what all readers of a dongle want together")
    func demand() throws {
        let hub = hub(standing: ScanDemand(isActive: false, minimumRSSI: -60))
        let source = AdvertSource(key: 1)
        source.id = "d"
        hub.add(source)
        #expect(hub.demand(of: source).demand == hub.standing)
        let weak = try hub.subscribe(.dongle("d"), ScanDemand(isActive: false, minimumRSSI: -80))
        let other = try hub.subscribe(.dongle("e"), ScanDemand(isActive: true, minimumRSSI: nil))
        #expect(hub.demand(of: source).demand == ScanDemand(isActive: false, minimumRSSI: -80))
        let active = try hub.subscribe(.port(key: 1), ScanDemand(isActive: true, minimumRSSI: -20))
        #expect(hub.demand(of: source).demand == ScanDemand(isActive: true, minimumRSSI: -80))
        #expect(hub.demand == ScanDemand(isActive: true, minimumRSSI: nil))
        weak.cancel()
        active.cancel()
        #expect(hub.demand(of: source).demand == hub.standing)
        other.cancel()
    }

    @Test("ending a reader waits for the scan that nobody else wants, and for no other")
    func ending() async throws {
        let hub = hub()
        let source = AdvertSource(key: 1)
        hub.add(source)
        source.open()
        let (one, last) = (try hub.subscribe(.all, anything), try hub.subscribe(.all, anything))
        await one.end()
        let ended = Latch()
        let end = Task {
            await last.end()
            ended.set()
        }
        await eventually("the demand is gone") { hub.demand(of: source).demand == nil }
        // The reader still gets the adverts that the dongle has already sent.
        await hub.publish(AdvertBacklogTests.batch(3), from: 1)
        #expect(!ended.isSet)
        source.apply(hub.demand(of: source).version)
        await end.value
        await hub.publish(AdvertBacklogTests.batch(5), from: 1)
        #expect(await total(of: last) == (3, 0))
    }

    @Test("lines are made once for all readers")
    func encoding() async {
        let batch = AdvertBacklogTests.batch(2)
        let made = NIOLockedValueBox(0)
        await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    batch.encoded { batch in
                        made.withLockedValue { $0 += 1 }
                        return EncodedLines(
                            bytes: ByteBuffer(repeating: 10, count: batch.adverts.count), ends: [1, 2])
                    }.ends
                }
            }
            for await ends in group { #expect(ends == [1, 2]) }
        }
        #expect(made.withLockedValue { $0 } == 1)
    }
}

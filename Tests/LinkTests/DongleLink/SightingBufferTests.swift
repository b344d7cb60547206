import Advertising
import Testing

@testable import DongleLink

@Suite struct SightingBufferTests {
    private static func batch(_ count: Int) -> ScanUpdate {
        let sighting = Sighting(
            number: 0, microsecondsSince1970: 0, address: BluetoothAddress(1), addressType: .public,
            pdu: .nonConnectable, rssiDBm: -50, channel: nil, isTruncated: false, data: [])
        return .sightings(Array(repeating: sighting, count: count))
    }

    @Test(
        "what a reader does not fetch is bounded, and every sighting is told as seen, missed or lost",
        arguments: [1, 7, 11, 500])
    func bounded(size: Int) async throws {
        let buffer = SightingBuffer {}
        var given: UInt64 = 0
        var lost: UInt64 = 0
        var isCongested = false
        for number in 0..<100_000 / size + 3 * ScanBacklog.capacity / size {
            isCongested = buffer.append(Self.batch(size))
            given += UInt64(size)
            if number % 5 == 0 {
                _ = buffer.append(.lost(3))
                lost += 3
            }
        }
        #expect(isCongested)
        _ = buffer.append(.interrupted(.sessionLost))
        buffer.finish(.success(()))
        var (seen, missed, told, interruptions): (UInt64, UInt64, UInt64, Int) = (0, 0, 0, 0)
        while let update = try await buffer.next() {
            switch update {
            case .sightings(let sightings): seen += UInt64(sightings.count)
            case .missed(let count): missed += count
            case .lost(let count): told += count
            case .interrupted: interruptions += 1
            case .restored, .failed: Issue.record("got \(update)")
            }
        }
        #expect(seen <= UInt64(ScanBacklog.capacity))
        #expect(missed > 0)
        #expect(seen + missed == given)
        #expect(told == lost)
        #expect(interruptions == 1)
    }

    @Test("a congested buffer says when it has room again, once")
    func relief() async throws {
        let (stream, relieved) = AsyncStream.makeStream(of: Void.self)
        let buffer = SightingBuffer { relieved.yield() }
        for _ in 0..<20 { _ = buffer.append(Self.batch(500)) }
        for _ in 0..<20 { _ = try await buffer.next() }
        relieved.finish()
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 1)
    }

    @Test("a cancelled reader returns, and the next one goes on")
    func cancellation() async throws {
        let buffer = SightingBuffer {}
        let reader = Task { try await buffer.next() }
        reader.cancel()
        #expect(try await reader.value == nil)
        _ = buffer.append(.restored)
        #expect(try await buffer.next() == .restored)
    }

    @Test("what waits comes in fewer, larger updates, in the same order and not past another update")
    func merging() async throws {
        let buffer = SightingBuffer {}
        for _ in 0..<50 { _ = buffer.append(Self.batch(16)) }
        _ = buffer.append(.lost(1))
        _ = buffer.append(Self.batch(600))
        _ = buffer.append(Self.batch(1))
        buffer.finish(.success(()))
        var seen: [Int] = []
        while let update = try await buffer.next() {
            if case .sightings(let sightings) = update { seen.append(sightings.count) } else { seen.append(0) }
        }
        #expect(seen == [512, 288, 0, 600, 1])
    }
}

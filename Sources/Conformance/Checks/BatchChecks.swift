import DongleProtocol

/// Sections 4.5, 8.1 and 9.3 of SPEC.md: numbers of adverts, and when their batches leave.
enum BatchChecks {
    static let all: [Check] = [
        Check("adverts.numbers-begin", "4.5", "In a new session adverts are numbered from 0.") { bench in
            let old = try bench.open()
            _ = try old.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            _ = try AdvertChecks.waitForAdvert(old)
            let s = try bench.open()
            try expect(try s.ping().oldestAdvert, equals: 0, "PING's oldest advert")
            try expect(try s.ask(ScanStartRequest(mode: .passive)).oldestAdvert, equals: 0, "SCAN_START's")
        },
        Check(
            "adverts.full-batch-leaves", "9.3",
            "A batch that the next advert does not fit leaves at once, however long adverts may wait."
        ) { bench in
            // A payload of 64 bytes holds at most four adverts.
            let s = try bench.open(wanted: 64)
            var next: UInt32 = 0
            for _ in 0..<2 {
                _ = s.takeBatches()
                let first = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000)).oldestAdvert
                try s.listen(.milliseconds(800))
                let early = s.batches.count
                next = try s.ask(ScanStopRequest()).next
                guard next &- first > 4 else { continue }
                return try expect(early > 0, "a batch within 800 ms, of \(next &- first) adverts", got: "none")
            }
            throw CheckNotProven(reason: "only \(next) adverts were heard in 800 ms; more would show it")
        },
        Check(
            "adverts.leave-in-time", "9.3",
            "An advert waits for company as long as SCAN_START said, and no longer."
        ) { bench in
            // One device, so that batches do not become full.
            let counts = Dictionary(grouping: try AdvertChecks.heard(bench), by: \.address).mapValues(\.count)
            let most = counts.max { $0.value < $1.value }?.key
            let filter = most.map { [1, 6] + $0.encoded().reversed() } ?? []
            let s = try bench.open()
            for batching: UInt16 in [0, 400] {
                _ = s.takeBatches()
                let scan = ScanChecks.scan(filters: bench.features.contains(.scanFilters) ? filter : [])
                _ = try s.ask(.scanStart, scan.with(batching, at: 10))
                var seen: [(batch: AdvertBatch, bytes: Int, age: Int)] = []
                let deadline = ContinuousClock.now + .milliseconds(batching == 0 ? 300 : 1000)
                while let frame = try s.wait(limit: deadline - .now, { s.takeBatches().first }) {
                    let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                    let age = Int(try s.ping().uptimeMs &- batch.firstMs)
                    try expect(
                        age <= Int(batching) + 400,
                        "\(batching) ms from the first advert to its batch, and 400 ms more",
                        got: "\(age) ms")
                    seen.append((batch, frame.payload.count, age))
                }
                let next = try s.ask(ScanStopRequest()).next
                try s.listen(.milliseconds(50))
                if next == 0 { throw AdvertChecks.nothing() }
                // Only what has come late can have waited too long.
                let rest: [AdvertBatch] = try s.takeBatches().map {
                    try decoded($0.payload, "the fields of ADVERT_BATCH")
                }
                if seen.isEmpty, let late = rest.first {
                    let age = Int(try s.ping().uptimeMs &- late.firstMs)
                    try expect(
                        age <= Int(batching) + 450, "\(batching) ms from the first advert to its batch",
                        got: "\(age) ms, until SCAN_STOP")
                }
                let room = min(256, Int(s.reply.largestPayloadToHost))
                for (one, next) in zip(seen, seen.dropFirst().map(\.batch) + rest.prefix(1)) {
                    let first = next.adverts.first.map { 13 + $0.data.count } ?? 255
                    try expect(
                        one.age >= Int(batching) - 20 || one.bytes + first > room,
                        "\(batching) ms of waiting for company, there being room for the next advert",
                        got: "\(one.age) ms, \(one.bytes) bytes and \(first)")
                }
            }
        },
        Check(
            "adverts.queued-in-ping", "8.1",
            "PING and GET_STATE give the oldest advert that is queued, until its batch has left."
        ) { bench in
            let s = try bench.open()
            /// Number behind the last advert that came before the answer that was read last.
            func sent() throws -> UInt32? {
                guard let frame = s.takeBatches().last else { return nil }
                let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                return batch.firstNumber &+ UInt32(batch.adverts.count)
            }
            var behind: UInt32 = 0
            // Where the queue is small, adverts are dropped from it after a longer time.
            for time in [120, 120, 60, 30, 15, 120] {
                let dropped = try s.ask(GetStateRequest()).counters.advertsDropped
                _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000))
                try s.listen(.milliseconds(time))
                let oldest = try s.ping().oldestAdvert
                let first = try sent() ?? behind
                let state = try s.ask(GetStateRequest())
                behind = try sent() ?? first
                let next = try s.ask(ScanStopRequest()).next
                if next > first, state.counters.advertsDropped == dropped {
                    try expect(oldest, equals: first, "oldest advert, those before \(first) having been sent")
                    return try expect(state.oldestAdvert, equals: behind, "oldest advert of GET_STATE")
                }
                behind = try sent() ?? behind
            }
            throw AdvertChecks.nothing()
        },
    ]
}

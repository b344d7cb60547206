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
            "adverts.leave-in-time", "9.3",
            "An advert waits for company as long as SCAN_START said, and no longer."
        ) { bench in
            let s = try bench.open()
            for batching: UInt16 in [0, 600] {
                _ = s.takeBatches()
                _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: batching))
                var fewest = Int.max
                var most = 0
                let deadline = ContinuousClock.now + .milliseconds(700)
                while let frame = try s.wait(limit: deadline - .now, { s.takeBatches().first }) {
                    let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                    let age = Int(try s.ping().uptimeMs &- batch.baseMs)
                    try expect(
                        age <= Int(batching) + 400,
                        "\(batching) ms from the first advert to its batch, and 400 ms more",
                        got: "\(age) ms")
                    fewest = min(fewest, batch.adverts.count)
                    most = max(most, batch.adverts.count)
                }
                _ = try s.ask(ScanStopRequest())
                try s.listen(.milliseconds(50))
                if fewest == .max { throw AdvertChecks.nothing() }
                if batching > 0 {
                    try expect(most > 1, "a batch of several adverts within \(batching) ms", got: "one in each")
                }
            }
        },
        Check(
            "adverts.queued-in-ping", "8.1", "PING gives the oldest advert that is queued, until its batch has left."
        ) { bench in
            let s = try bench.open()
            var sent: UInt32 = 0
            for _ in 0..<6 {
                _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000))
                try s.listen(.milliseconds(120))
                let oldest = try s.ping().oldestAdvert
                for frame in s.takeBatches() {
                    let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                    sent = batch.firstNumber &+ UInt32(batch.adverts.count)
                }
                let next = try s.ask(ScanStopRequest()).next
                if next > sent {
                    return try expect(oldest, equals: sent, "oldest advert, those before \(sent) having been sent")
                }
            }
            throw AdvertChecks.nothing()
        },
    ]
}

import DongleProtocol

/// Sections 6.1 and 7.6 of SPEC.md: what a dongle keeps while the host does not read its line.
enum UnreadChecks {
    /// Bytes that fill what a host's kernel keeps of a line that is not read.
    private static let lineBytes = 100_000
    /// Longest time of twenty answers on a line that can be filled.
    private static let quick = Duration.milliseconds(60)
    /// Bytes of an entry of the advert queue besides its data; of a dongle's own layout, so only for
    /// comparisons.
    private static let entryBytes = 15
    /// Longest time in which the queue must become full for the check, in milliseconds.
    private static let longestFilling = 1000

    static let all: [Check] = [
        Check(
            "requests.window-unread", "6.1",
            "While the line is not read, requests of W and rx_window wait in the receive buffer beside a frame and 64 bytes more; then all are answered.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            try expectWindow(bench)
        },
        Check(
            "adverts.full-queue", "7.6",
            "When the queue is full the oldest adverts are dropped, no more than needed; each has taken a number and is counted."
        ) { bench in
            try expectOldestDropped(bench)
        },
    ]

    /// Sends a window's worth of requests while the line is full.
    private static func expectWindow(_ bench: Bench) throws {
        let s = try bench.open()
        let echo = try EchoService(bench, s, .echo)
        try echo.subscribe(.echo, .notifications)
        let size = min(try echo.exchangeMTU() - 3, bench.payload - 12, Int(s.reply.largestPayloadToHost) - 10, 512)
        // GRANTs need no place in the window, and what they bring fills the line.
        let grant = FrameEncoder.encode(
            FrameHeader(kind: .grant, session: s.number), payload: Grant(next: s.nextEvent, gap: true).encoded())
        let grants = (FrameEncoder.largestEncodedSize(payloadCount: bench.payload) + 64) / grant.count
        let ring = min(16 * (size + 10), Int(try s.ask(InfoRequest()).eventRing))
        guard grants * ring >= lineBytes else {
            throw CheckNotProven(reason: "the ring of stream A is too small to fill the line")
        }
        s.grants = false
        for _ in 0..<16 { try echo.command([UInt8](repeating: 0x5A, count: size)) }
        try s.awaitEvents(16)
        _ = s.takeEvents()
        let start = ContinuousClock.now
        try bench.wire.send(grant)
        try s.awaitEvents(16)
        guard ContinuousClock.now - start < quick else { throw tooSlow() }
        for _ in 0..<grants {
            try bench.wire.send(grant)
            pause(.milliseconds(2))
        }
        let count = bench.inflight
        let share = Int(s.reply.rxWindow) / count
        let filler = max(0, min(bench.payload, share - share / 254 - 16))
        let ids = (0..<count).map { _ in s.takeID() }
        try bench.wire.send(ids.flatMap { s.frame(.ping, [UInt8](repeating: 0xA5, count: filler), id: $0) })
        pause(.milliseconds(30))
        for id in ids {
            let answer = try s.answer(to: id, .ping, limit: .seconds(5))
            try expect(answer.status == .ok, "id \(id): OK", got: answer.status.words)
        }
    }

    /// Compares what the queue has kept each time the line was not read.
    private static func expectOldestDropped(_ bench: Bench) throws {
        let heard = try AdvertChecks.survey(bench)
        let s = try bench.open()
        let queue = Int(try s.ask(InfoRequest()).advertQueue)
        // Small adverts, so that what is kept differs little.
        let small = try heard.batches().flatMap(\.adverts).filter { $0.data.count <= 31 }
        let counts = Dictionary(grouping: small, by: \.address).mapValues(\.count)
        let often = counts.sorted { $0.value > $1.value }.prefix(4).map(\.key)
        let chosen = small.filter { often.contains($0.address) }
        let span = max(1, Int(heard.end &- heard.start))
        let bytes = chosen.reduce(0) { $0 + entryBytes + $1.data.count }
        guard bytes * longestFilling / span > queue else {
            throw CheckNotProven(reason: "too few adverts are on the air to fill the queue of \(queue) bytes")
        }
        // Times for which the line is not read, in milliseconds: spread over most of what fills the
        // queue, so that a queue that is emptied instead would be found filled differently.
        let filling = max(240, queue * span / bytes)
        let silences = [125, 180, 150].map { filling * $0 / 100 }
        let start = ContinuousClock.now
        for _ in 0..<20 { _ = try s.ask(GetStateRequest()) }
        guard ContinuousClock.now - start < quick else { throw tooSlow() }
        let filters: [UInt8] = often.flatMap { [1, 6] as [UInt8] + $0.encoded().reversed() }
        let scan = ScanChecks.scan(filters: bench.features.contains(.scanFilters) ? filters : [])
        let before = try s.ask(GetStateRequest()).counters.advertsDropped
        try s.expect(.scanStart, scan, .ok, "SCAN_START")
        var windows: [(from: UInt32, to: UInt32)] = []
        for silence in silences {
            let uptime = try repeatedPing(s).uptimeMs
            let then = ContinuousClock.now
            try fill(bench, s)
            let filled = UInt32((ContinuousClock.now - then) / .milliseconds(1))
            pause(.milliseconds(silence))
            let passed = UInt32((ContinuousClock.now - then) / .milliseconds(1))
            windows.append((uptime &+ filled, uptime &+ passed))
            try settle(s)
        }
        _ = try repeatedPing(s)
        let next = try s.ask(ScanStopRequest()).next
        try AdvertChecks.drain(s, upTo: next)
        let batches: [AdvertBatch] = try s.takeBatches().map {
            try decoded($0.payload, "the fields of ADVERT_BATCH")
        }
        let dropped = try s.ask(GetStateRequest()).counters.advertsDropped &- before
        var expected: UInt32 = 0
        var missing: UInt32 = 0
        // Bytes kept behind the last gap of each time that the line was not read, up to its end.
        var kept = [Int](repeating: 0, count: windows.count)
        var isFull = [Bool](repeating: false, count: windows.count)
        for batch in batches {
            let gap = batch.firstNumber &- expected
            missing &+= gap
            expected = batch.firstNumber &+ UInt32(batch.adverts.count)
            for (place, advert) in batch.adverts.enumerated() {
                let time = batch.baseMs &+ UInt32(advert.offsetMs)
                guard let index = windows.firstIndex(where: { Int32(bitPattern: $0.to &- time) >= 0 }) else { continue }
                if place == 0, gap > 0 {
                    kept[index] = 0
                    isFull[index] = true
                }
                kept[index] += entryBytes + advert.data.count
            }
        }
        let most = kept.max() ?? 0
        let came = bytes * filling / span
        try expect(
            missing > 0 || most * 2 > came, "missing numbers for adverts that did not come",
            got: "none, of about \(came) bytes of adverts \(most) came")
        try expect(missing, equals: dropped, "numbers that did not come, as many as GET_STATE counts as dropped")
        try expect(expected, equals: next, "the number behind the newest advert, which is never dropped")
        guard missing > 0 else { throw CheckNotProven(reason: "the queue did not become full") }
        // Where the line took more, or the dongle stood still, the queue was not full all the time.
        let full = zip(kept, isFull).filter(\.1).map(\.0)
        let slack = 4 * (entryBytes + 31)
        guard full.count == silences.count, full.allSatisfy({ $0 <= queue + slack }) else {
            throw CheckNotProven(reason: "the line was not full each time that it was not read")
        }
        let least = full.min() ?? 0
        let top = full.max() ?? 0
        try expect(least + slack >= top, "as much kept each time, about \(top) bytes of adverts", got: "\(full)")
    }

    /// Reads until the repeats are answered or lost.
    private static func settle(_ s: Session) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        var came = true
        while came, ContinuousClock.now < deadline {
            came = false
            try s.listen(.milliseconds(70))
            while s.takeResponse(where: { _ in true }) != nil { came = true }
        }
    }

    /// Repeats PING as a host does, since a line that was full may have lost a request.
    private static func repeatedPing(_ s: Session) throws -> PingAnswer {
        let id = s.takeID()
        for _ in 0..<8 {
            try s.post(.ping, id: id)
            let frame = try s.wait(limit: .milliseconds(500)) { s.takeResponse { $0.header.id == id } }
            if let frame { return try Answer(frame).read() }
        }
        throw CheckNotProven(reason: "the line carries nothing after it was full")
    }

    private static func tooSlow() -> CheckNotProven {
        CheckNotProven(reason: "the line is too slow to be filled in good time")
    }

    /// Lets the dongle send what nobody reads until its line takes no more, by repeats of one request.
    private static func fill(_ bench: Bench, _ s: Session) throws {
        let id = s.nextID
        let size = try s.ask(.getState).frame.payload.count + 15
        let frame = s.frame(.getState, id: id)
        let burst = 10
        for _ in 0..<(lineBytes / size / burst) {
            try bench.wire.send((0..<burst).flatMap { _ in frame })
            pause(.milliseconds(1))
        }
    }
}

import DongleProtocol

/// Adverts received by a scan.
struct Heard {
    let frames: [SeenFrame]
    let batches: [AdvertBatch]
    /// Result of SCAN_STOP: the number that the next advert would have.
    let next: UInt32
    var adverts: [Advert] { batches.flatMap(\.adverts) }
}

/// A scan without conditions, which several checks judge.
struct Survey {
    /// The batches, in order of arrival.
    let frames: [SeenFrame]
    /// Uptimes before and after the scan, in milliseconds.
    let start, end: UInt32
    /// Result of SCAN_STOP: the number that the next advert would have.
    let next: UInt32
    /// PING's oldest advert after the scan.
    let oldest: UInt32
    /// Adverts that GET_STATE counts as dropped in that time.
    let dropped: UInt32

    func batches() throws -> [AdvertBatch] {
        try frames.map { try decoded($0.payload, "the fields of ADVERT_BATCH") }
    }
}

extension AdvertBatch {
    /// Uptime of the first advert, in milliseconds.
    var firstMs: UInt32 { baseMs &+ UInt32(adverts.first?.offsetMs ?? 0) }
}

extension AdvertChecks {
    /// Duration of a scan.
    private static let span = Duration.milliseconds(1000)
    /// Duration of the survey.
    private static let surveySpan = Duration.milliseconds(1500)
    /// Duration of a scan with conditions, of which only what passes wrongly matters.
    private static let filteredSpan = Duration.milliseconds(300)

    static func nothing() -> CheckNotProven {
        CheckNotProven(reason: "no advert was heard in \(span); let something advertise nearby")
    }

    /// Scans for a second and returns the adverts, including those that arrive after SCAN_STOP.
    ///
    /// - Throws: ``CheckNotProven`` if nothing was heard.
    static func listen(_ s: Session, _ request: ScanStartRequest) throws -> Heard {
        try listen(s, request.encoded(), mayBeSilent: false)
    }

    /// Returns what a passive scan of a second and a half brings in a session of its own, for which
    /// only the first check waits.
    ///
    /// - Throws: ``CheckNotProven`` if nothing was heard.
    static func survey(_ bench: Bench) throws -> Survey {
        if let survey = bench.survey { return survey }
        let s = try bench.open()
        let before = try s.ask(GetStateRequest())
        let answer = try s.ask(.scanStart, ScanStartRequest(mode: .passive, batchingMs: 100).encoded())
        try expect(answer.status == .ok, "SCAN_START answered OK", got: answer.status.words)
        try s.listen(surveySpan)
        let next = try s.ask(ScanStopRequest()).next
        try drain(s, upTo: next)
        let after = try s.ask(GetStateRequest())
        let survey = Survey(
            frames: s.takeBatches().filter { $0.header.event == .advertBatch }, start: before.uptimeMs,
            end: after.uptimeMs, next: next, oldest: try s.ping().oldestAdvert,
            dropped: after.counters.advertsDropped &- before.counters.advertsDropped)
        if survey.frames.isEmpty { throw nothing() }
        bench.survey = survey
        return survey
    }

    /// Returns the adverts of the survey.
    ///
    /// - Throws: ``CheckNotProven`` if nothing was heard.
    static func heard(_ bench: Bench) throws -> [Advert] { try survey(bench).batches().flatMap(\.adverts) }

    static func listenFiltered(_ s: Session, _ filter: [UInt8]) throws -> [Advert] {
        try listenFiltered(s, scan: ScanChecks.scan(filters: filter))
    }

    static func listenFiltered(_ s: Session, scan: [UInt8]) throws -> [Advert] {
        try listen(s, scan, span: filteredSpan, mayBeSilent: true).adverts
    }

    /// Scans until `count` adverts that fit have come, for two seconds at most; returns how many
    /// have.
    static func count(
        _ s: Session, _ payload: [UInt8], upTo count: Int, where fits: (Advert) throws -> Bool
    ) throws -> Int {
        _ = s.takeBatches()
        let answer = try s.ask(.scanStart, payload)
        try expect(answer.status == .ok, "SCAN_START answered OK", got: answer.status.words)
        var found = 0
        _ = try s.wait(limit: span * 2) { () throws -> Bool? in
            for frame in s.takeBatches() where frame.header.event == .advertBatch {
                let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                for advert in batch.adverts where try fits(advert) { found += 1 }
            }
            return found >= count ? true : nil
        }
        let next = try s.ask(ScanStopRequest()).next
        try drain(s, upTo: next)
        return found
    }

    /// Scans for a second and returns what was heard, if anything.
    static func scanned(_ s: Session, _ payload: [UInt8]) throws -> [Advert] {
        try listen(s, payload, mayBeSilent: true).adverts
    }

    private static func listen(
        _ s: Session, _ payload: [UInt8], span: Duration = span, mayBeSilent: Bool
    ) throws -> Heard {
        // Removes adverts of the previous scan.
        _ = s.takeBatches()
        let answer = try s.ask(.scanStart, payload)
        try expect(answer.status == .ok, "SCAN_START answered OK", got: answer.status.words)
        try s.listen(span)
        let next = try s.ask(ScanStopRequest()).next
        try drain(s, upTo: next)
        let frames = s.takeBatches().filter { $0.header.event == .advertBatch }
        let batches: [AdvertBatch] = try frames.map { try decoded($0.payload, "the fields of ADVERT_BATCH") }
        if frames.isEmpty && !mayBeSilent { throw nothing() }
        return Heard(frames: frames, batches: batches, next: next)
    }

    /// Waits until the queued adverts are sent, as long as any arrive: a slow line takes time.
    static func drain(_ s: Session, upTo next: UInt32) throws {
        var oldest = try s.ping().oldestAdvert
        while Int32(bitPattern: next &- oldest) > 0 {
            let before = oldest
            let moved = try s.wait { () throws -> UInt32? in
                let now = try s.ping().oldestAdvert
                return now == before ? nil : now
            }
            guard let moved else { return }
            oldest = moved
        }
    }

    /// Returns minimum signals for scans where adverts of these strengths are heard: one above all
    /// of them, and one in between.
    static func minima(_ strongest: Int8, _ weakest: Int8) -> [Int8] {
        [Int8(clamping: Int(strongest) + 20), Int8(clamping: (Int(strongest) + Int(weakest)) / 2)].filter { $0 != 127 }
    }

    /// Waits for a batch and returns the number of its last advert.
    static func waitForAdvert(_ s: Session) throws -> UInt32 {
        let batch = try s.wait(limit: span) { s.takeBatches().last }
        guard let batch else { throw nothing() }
        let content: AdvertBatch = try decoded(batch.payload, "the fields of ADVERT_BATCH")
        return content.firstNumber + UInt32(content.adverts.count) - 1
    }

    /// Returns the AD structures of an advert, each as its type and data. They end at the first of
    /// length 0 or that goes past the end.
    static func structures(_ data: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = data[...]
        while let length = rest.first, length > 0, Int(length) < rest.count {
            found.append(Array(rest.dropFirst().prefix(Int(length))))
            rest = rest.dropFirst(1 + Int(length))
        }
        return found
    }

    /// Returns the UUIDs of an advert's service lists and service data, least significant byte
    /// first.
    static func services(_ data: [UInt8]) -> [[UInt8]] { structures(data).flatMap(services(in:)) }

    /// Returns those of one AD structure.
    static func services(in structure: [UInt8]) -> [[UInt8]] {
        let body = Array(structure.dropFirst())
        switch structure[0] {
        case 0x02, 0x03: return stride(from: 0, to: body.count - 1, by: 2).map { Array(body[$0..<($0 + 2)]) }
        case 0x06, 0x07: return stride(from: 0, to: body.count - 15, by: 16).map { Array(body[$0..<($0 + 16)]) }
        case 0x16: return body.count >= 2 ? [Array(body.prefix(2))] : []
        case 0x21: return body.count >= 16 ? [Array(body.prefix(16))] : []
        default: return []
        }
    }
}

import DongleProtocol

/// Section 9 of SPEC.md, the rules that can be tested without adverts.
enum ScanChecks {
    static let all: [Check] = [
        Check(
            "scan.starts-and-stops", "9.1",
            "SCAN_START and SCAN_STOP are answered, and GET_STATE and SCAN_STATE show them."
        ) { bench in
            let s = try bench.open()
            let request = ScanStartRequest(mode: .passive, interval: 160, window: 80)
            let answer = try s.ask(request)
            try expect([answer.interval, answer.window], equals: [160, 80], "interval and window in effect")
            try expectState(s, .running)
            try expect(try s.ask(GetStateRequest()).scan == .running, "running", got: "another state")
            _ = try s.ask(request)
            try expectNoState(s, "SCAN_START while the scan runs")
            _ = try s.ask(ScanStopRequest())
            try expectState(s, .stopped)
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "stopped", got: "another state")
            _ = try s.ask(ScanStopRequest())
            try expectNoState(s, "SCAN_STOP while none runs")
        },
        Check(
            "scan.started-twice", "9.4", "Of two SCAN_STARTs in one piece the start is told all the same.",
            needs: [.inflight(2)]
        ) { bench in
            let s = try bench.open()
            let ids = [s.takeID(), s.takeID()]
            try bench.wire.send(ids.flatMap { s.frame(.scanStart, scanPayload(), id: $0) })
            for id in ids {
                let status = try s.answer(to: id, .scanStart).status
                try expect(status == .ok, "SCAN_START answered OK", got: status.words)
            }
            try expectState(s, .running)
        },
        Check(
            "scan.replaced", "9.1",
            "SCAN_START while a passive scan runs makes it active: scan responses come.",
            needs: [.features(.activeScan)]
        ) { bench in
            let s = try bench.open()
            func responses() throws -> Bool {
                let batch = try s.wait(limit: .milliseconds(1500)) { () throws -> Bool? in
                    try s.takeBatches().contains { frame in
                        let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                        return batch.adverts.contains { $0.traits.pdu == .scanResponse }
                    } ? true : nil
                }
                return batch == true
            }
            _ = try s.ask(ScanStartRequest(mode: .active))
            guard try responses() else {
                throw CheckNotProven(reason: "no scan response was heard in a second and a half")
            }
            _ = try s.ask(ScanStopRequest())
            _ = try s.ask(ScanStartRequest(mode: .passive))
            try s.listen(.milliseconds(150))
            _ = s.takeBatches()
            _ = try s.ask(ScanStartRequest(mode: .active))
            try expect(try responses(), "scan responses, the scan being active now", got: "none in 1.5 s")
        },
        Check("scan.state-behind-answer", "9.4", "SCAN_STATE comes after the answer to the request that changed it.") {
            bench in
            let s = try bench.open()
            for operation: Operation in [.scanStart, .scanStop] {
                let id = try s.post(operation, operation == .scanStart ? scanPayload() : [])
                let answer = try s.answer(to: id, operation)
                try expect(answer.status == .ok, "OK", got: answer.status.words)
                let early = s.events.contains { $0.header.event == .scanState }
                try expect(!early, "the answer before SCAN_STATE", got: "SCAN_STATE first")
                _ = try s.event(.scanState, "after the answer")
            }
        },
        Check(
            "scan.choice-of-dongle", "9.1",
            "With interval and window 0 the dongle chooses, and the answer reports its choice."
        ) { bench in
            let s = try bench.open()
            let answer = try s.ask(ScanStartRequest(mode: .passive))
            try expect((4...16_384).contains(answer.interval), "interval 4...16384", got: "\(answer.interval)")
            try expect((4...answer.interval).contains(answer.window), "window 4...interval", got: "\(answer.window)")
            let window = try s.ask(ScanStartRequest(mode: .passive, interval: 400))
            try expect(window.interval, equals: 400, "interval in effect")
            try expect((4...400).contains(window.window), "window 4...400", got: "\(window.window)")
            for (interval, window) in [(4, 4), (16_384, 16_384), (16_384, 4)] as [(UInt16, UInt16)] {
                let answer = try s.ask(ScanStartRequest(mode: .passive, interval: interval, window: window))
                try expect(
                    [answer.interval, answer.window], equals: [interval, window], "interval and window in effect")
            }
            guard bench.isExact else { return }
            for window: UInt16 in [4, 1000, 16_384] {
                let answer = try s.ask(ScanStartRequest(mode: .passive, interval: 0, window: window))
                try expect(answer.window, equals: window, "window in effect")
                try expect(answer.interval >= window, "an interval of \(window) or more", got: "\(answer.interval)")
            }
        },
        Check(
            "scan.arguments", "9.1",
            "A field of SCAN_START out of its range is INVALID_ARGUMENT with its offset, and no scan starts."
        ) { bench in
            let s = try bench.open()
            let wrong: [(String, [UInt8], UInt16)] = [
                ("mode 2", scanPayload().with([2], at: 0), 0),
                ("interval 3", scanPayload().with(3 as UInt16, at: 2), 2),
                ("interval 16385", scanPayload().with(16_385 as UInt16, at: 2), 2),
                ("window 3", scanPayload().with(16 as UInt16, at: 2).with(3 as UInt16, at: 4), 4),
                ("a window above the interval", scanPayload().with(16 as UInt16, at: 2).with(17 as UInt16, at: 4), 4),
                ("batching 1001", scanPayload().with(1001 as UInt16, at: 10), 10),
                ("mode 2, and filters that are cut", scanPayload().with([2], at: 0).with(9 as UInt16, at: 12), 0),
            ]
            for (what, payload, offset) in wrong {
                try s.expect(.scanStart, payload, .invalidArgument, offset: offset, what)
            }
            if bench.isExact {
                for window: UInt16 in [3, 16_385] {
                    try s.expect(
                        .scanStart, scanPayload().with(window, at: 4), .invalidArgument, offset: 4,
                        "interval 0 and window \(window)")
                }
                // Fields are checked in their order, whatever follows.
                var bad = scanPayload().with(9 as UInt16, at: 12)
                for (value, offset) in [(1001, 10), (3, 4), (3, 2), (2, 0)] as [(UInt16, UInt16)] {
                    bad = offset == 0 ? bad.with([2], at: 0) : bad.with(value, at: Int(offset))
                    if offset == 4 { bad = bad.with(100 as UInt16, at: 2) }
                    try s.expect(
                        .scanStart, bad, .invalidArgument, offset: offset, "offset \(offset) before those behind it")
                }
            }
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "no scan", got: "it runs")
        },
        Check(
            "scan.filters-read", "9.1",
            "An invalid filter is INVALID_ARGUMENT at offset 12; filters that end too early are MALFORMED.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let wrong: [(String, [UInt8])] = [
                ("kind 0", [0, 1, 7]), ("kind 4", [4, 1, 7]), ("an address of no byte", [1, 0]),
                ("an address of 7 bytes", [1, 7, 1, 2, 3, 4, 5, 6, 7]), ("a structure of no byte", [2, 0]),
                ("a structure of 29 bytes", [2, 29] + [UInt8](repeating: 1, count: 29)),
                ("a UUID of 4 bytes", [3, 4, 1, 2, 3, 4]), ("a UUID of no byte", [3, 0]),
                ("a second one of kind 9", [1, 1, 0xC0, 9, 1, 1]),
                ("kind 9, then one that is cut", [9, 1, 1, 1, 3, 0xC0]), ("a UUID of 15 bytes", [3, 15] + ones(15)),
                ("a UUID of 17 bytes", [3, 17] + ones(17)),
            ]
            for (what, filters) in wrong {
                try s.expect(.scanStart, scan(filters: filters), .invalidArgument, offset: 12, what)
            }
            for (what, filters) in [
                ("a filter without a length", [1 as UInt8]), ("a filter cut short", [1, 3, 0xC0]),
                ("one cut short, then kind 9", [1, 9, 0xC0, 9, 1, 1]), ("the second cut short", [1, 1, 0xC0, 2, 4, 1]),
            ] {
                try s.expect(.scanStart, scan(filters: filters), .malformed, what)
            }
            let beyond = scanPayload().with(5 as UInt16, at: 12) + [1, 1]
            try s.expect(.scanStart, beyond, .malformed, "a blob longer than the payload")
            for filters: [UInt8] in [
                [1, 1, 0xC0], [1, 6, 1, 2, 3, 4, 5, 6], [2, 1, 0xFF], [2, 28] + ones(28), [3, 2, 0x0F, 0x18],
                [3, 16] + ones(16),
            ] {
                try s.expect(.scanStart, scan(filters: filters), .ok, "filter \(hexadecimal(filters, limit: 8))")
            }
        },
        Check(
            "scan.filters-too-large", "9.1",
            "More bytes of filters than the dongle has room for are TOO_LARGE with its limit; so many are taken.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let room = (bench.payload - 14) / 3 * 3
            let all: [UInt8] = (0..<(room / 3)).flatMap { [1, 1, UInt8(truncatingIfNeeded: $0)] as [UInt8] }
            if bench.isExact {
                let wrong: [UInt8] = Array(all.dropLast(3)) + [9, 1, 1]
                try s.expect(
                    .scanStart, scan(filters: wrong), .invalidArgument, offset: 12, "as many, the last of kind 9")
            }
            let answer = try s.ask(.scanStart, scan(filters: all))
            if answer.status == .ok { return }
            try expect(answer.status == .tooLarge, "OK or TOO_LARGE for \(room) bytes", got: answer.status.words)
            guard let limit = answer.error.limit else {
                return try expect(!bench.isExact, "its limit", got: "none")
            }
            try expect(limit < room, "a limit under \(room) bytes", got: "\(limit)")
            try s.expect(
                .scanStart, scan(filters: Array(all.prefix(Int(limit) / 3 * 3))), .ok, "\(limit / 3 * 3) bytes")
            let over = Array(all.prefix((Int(limit) / 3 + 1) * 3))
            try s.expect(.scanStart, scan(filters: over), .tooLarge, "\(over.count) bytes")
        },
        Check(
            "scan.filters-unsupported", "9.1", "Filters without SCAN_FILTERS are UNSUPPORTED.",
            needs: [.without(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            try s.expect(.scanStart, scan(filters: [1, 1, 0xC0]), .unsupported, "a filter")
        },
        Check(
            "scan.active-unsupported", "9.1", "An active scan without ACTIVE_SCAN is UNSUPPORTED.",
            needs: [.without(.activeScan)]
        ) { bench in
            let s = try bench.open()
            try s.expect(.scanStart, scanPayload().with([1], at: 0), .unsupported, "mode 1")
        },
        Check(
            "scan.coalescing-unsupported", "9.1", "Coalescing without COALESCE is UNSUPPORTED.",
            needs: [.without(.coalesce)]
        ) { bench in
            let s = try bench.open()
            try s.expect(.scanStart, scanPayload().with(100 as UInt16, at: 8), .unsupported, "coalescing of 100 ms")
        },
        Check(
            "scan.active", "9.1", "An active scan starts if the dongle states ACTIVE_SCAN.",
            needs: [.features(.activeScan)]
        ) { bench in
            let s = try bench.open()
            try s.expect(.scanStart, scanPayload().with([1], at: 0), .ok, "mode 1")
            try expectState(s, .running)
        },
        Check(
            "scan.refusal-leaves-scan", "9.1", "A SCAN_START that is refused leaves the scan as it was."
        ) { bench in
            guard try AdvertChecks.heard(bench).count(where: { $0.rssiDBm != 127 }) >= 8 else {
                throw CheckNotProven(reason: "too few adverts were heard; let something advertise nearby")
            }
            let s = try bench.open()
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            // If a refused request took effect in part, adverts would stop coming or come late.
            let mode: RadioScanMode = bench.features.contains(.activeScan) ? .active : .passive
            var other = ScanStartRequest(mode: mode, minimumRSSI: 20, batchingMs: 1000).encoded()
            if bench.features.contains(.coalesce) { other = other.with(60_000 as UInt16, at: 8) }
            var refused: [([UInt8], Status)] = [
                (other.with(3 as UInt16, at: 2), .invalidArgument),
                (other.with(1001 as UInt16, at: 10), .invalidArgument),
                (other.with(9 as UInt16, at: 12), .malformed),
            ]
            refused += [
                (other.with([2], at: 0), .invalidArgument), (other.with([4, 0, 5, 0], at: 2), .invalidArgument),
                (Array(other.dropLast()), .malformed),
            ]
            if bench.features.contains(.scanFilters) {
                let head = Array(other.dropLast(2))
                let nobody: [UInt8] = [1, 6, 1, 2, 3, 4, 5, 6]
                for filters: [UInt8] in [[9, 1, 1], nobody + [9, 1, 1]] {
                    refused.append((head + fields { $0.blob(filters) }, .invalidArgument))
                }
                var many: [UInt8] = []
                while many.count + nobody.count + 14 <= bench.payload { many += nobody }
                // A dongle with room for them takes them, and the scan is started again.
                if try s.ask(.scanStart, head + fields { $0.blob(many) }).status == .ok {
                    _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
                }
            }
            for (payload, status) in refused {
                try s.expect(.scanStart, payload, status, "a SCAN_START that is wrong")
            }
            try expect(try s.ask(GetStateRequest()).scan == .running, "the scan running", got: "another state")
            _ = s.takeBatches()
            var heard = 0
            let deadline = ContinuousClock.now + .milliseconds(1500)
            while heard < 6, let frame = try s.wait(limit: deadline - .now, { s.takeBatches().first }) {
                let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                let age = Int(try s.ping().uptimeMs &- batch.firstMs)
                try expect(age <= 400, "batches at once, as the scan was started", got: "one of \(age) ms")
                let response = batch.adverts.contains { $0.traits.pdu == .scanResponse }
                try expect(!response, "a passive scan", got: "a SCAN_RSP")
                heard += batch.adverts.count { $0.rssiDBm != 127 }
            }
            try expect(heard > 0, "adverts, as a scan before has heard them", got: "none in 1.5 s")
        },
    ]

    private static func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

    private static func expectNoState(_ s: Session, _ what: String) throws {
        try s.listen(.milliseconds(30))
        let next = try s.ping().nextEvent
        let more = s.takeEvents()
        try expect(
            more.isEmpty && next == s.nextEvent, "no event for \(what)", got: more.first?.words ?? "one more")
    }

    /// Makes the payload of a passive scan with these filters.
    static func scan(filters: [UInt8]) -> [UInt8] {
        Array(scanPayload().dropLast(2)) + fields { $0.blob(filters) }
    }

    private static func expectState(_ s: Session, _ activity: ScanActivity) throws {
        let frame = try s.event(.scanState, "for the change")
        let state: ScanState = try decoded(frame.payload, "the fields of SCAN_STATE")
        try expect(
            state == ScanState(radio: .bluetooth, activity: activity, status: .ok),
            "SCAN_STATE of the Bluetooth scan, \(activity.words), OK", got: frame.words)
    }
}

import DongleProtocol

/// Sections 7.6 and 9.3 of SPEC.md: adverts of a scan. Skipped if nothing is on the air.
enum AdvertChecks {
    /// Bytes of data for which a legacy advert has room.
    private static let legacyBytes = 31

    static let all: [Check] = [
        Check(
            "adverts.numbered", "9.3",
            "Batches are well-formed, and adverts take consecutive numbers from 0; a gap is counted as dropped."
        ) { bench in
            let heard = try survey(bench)
            var expected: UInt32 = 0
            var missing: UInt32 = 0
            for (frame, batch) in zip(heard.frames, try heard.batches()) {
                try expect(
                    batch.firstNumber >= expected, "numbers that rise, from \(expected)", got: "\(batch.firstNumber)")
                missing &+= batch.firstNumber - expected
                expected = batch.firstNumber &+ UInt32(batch.adverts.count)
                try expect(!batch.adverts.isEmpty, "an advert in every batch", got: "none")
                if bench.reply?.minor == 1 { try expect(frame.payload[8], equals: 0, "extra") }
            }
            try expect(heard.next, equals: expected, "every number before SCAN_STOP's accounted for: next")
            // If the line is too slow for the adverts on the air, the dongle drops the oldest.
            try expect(
                missing, equals: heard.dropped, "numbers that did not come, as many as GET_STATE counts as dropped")
            try expect(heard.oldest, equals: expected, "PING's oldest advert, none being queued")
        },
        Check(
            "adverts.fields", "9.3",
            "PDU type, RSSI, channel and length of data of each advert are within their ranges, and whole numbers of structures are not cut unmarked."
        ) { bench in
            for advert in try heard(bench) {
                let pdu = advert.traits.pdu
                try expect(
                    [0, 1, 2, 4, 6, 7, 15].contains(pdu.rawValue), "a PDU type of the table", got: "\(pdu.rawValue)")
                try expect(advert.traits.rawValue & 0x04 == 0, "bit 2 of the traits 0", got: "1")
                // HCI knows nothing above 20 dBm.
                try expect(
                    advert.rssiDBm <= 20 || advert.rssiDBm == 127, "a signal of at most 20 dBm, or 127",
                    got: "\(advert.rssiDBm)")
                // All but extended adverts use the three channels for advertising.
                let channels = pdu.rawValue == 7 || pdu.rawValue == 15 ? 0...39 : 37...39 as ClosedRange<UInt8>
                try expect(
                    channels.contains(advert.channel) || advert.channel == 255,
                    "a channel of \(channels) or 255", got: "\(advert.channel)")
                try expect(advert.data.count <= 255, "at most 255 bytes of data", got: "\(advert.data.count)")
            }
        },
        Check(
            "adverts.frame-counter", "7.6",
            "The header's counter of stream B is that of the frame, from 0, whatever stream A does."
        ) { bench in
            let counters = try survey(bench).frames.map(\.header.id)
            try expect(counters, equals: (0..<counters.count).map { UInt16($0) }, "counters")
        },
        Check(
            "adverts.timed", "9.3",
            "An advert's time is the dongle's uptime, and the advert does not wait longer than batching allows."
        ) { bench in
            let heard = try survey(bench)
            for batch in try heard.batches() {
                let age = heard.end &- batch.baseMs
                try expect(
                    age < 60_000, "a base of the last minute", got: "\(Int32(bitPattern: age)) ms before PING's uptime")
                let last = batch.adverts.last?.offsetMs ?? 0
                try expect(
                    last <= 1100, "adverts of one batch within the 100 ms of batching and what the line holds up",
                    got: "\(last) ms")
            }
        },
        Check(
            "adverts.numbers-go-on", "9.1", "SCAN_START while scanning replaces the parameters; the numbers continue."
        ) {
            bench in
            let s = try bench.open()
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            let first = try waitForAdvert(s)
            let answer = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            try expect(answer.oldestAdvert > first, "a number after \(first)", got: "\(answer.oldestAdvert)")
            _ = s.takeBatches()
            try expect(try waitForAdvert(s) > first, "numbers after \(first)", got: "an earlier one")
        },
        Check("adverts.minimum-rssi", "9.1", "Adverts below the minimum RSSI do not pass.") { bench in
            let all = try heard(bench)
            let s = try bench.open()
            let heard = all.map(\.rssiDBm).filter { $0 != 127 }
            guard let strongest = heard.max(), let weakest = heard.min() else { throw nothing() }
            for minimum in minima(strongest, weakest) {
                let passed = try listenFiltered(
                    s, scan: ScanStartRequest(mode: .passive, minimumRSSI: minimum).encoded())
                let below = passed.first { $0.rssiDBm != 127 && $0.rssiDBm < minimum }
                try expect(below == nil, "no advert below \(minimum) dBm", got: "\(below?.rssiDBm ?? 0) dBm")
            }
        },
        Check(
            "adverts.filter-address", "9.1", "A filter passes the addresses that start with its bytes, and no other.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let all = try heard(bench)
            let s = try bench.open()
            guard let one = all.first else { throw nothing() }
            let bytes = Array(one.address.encoded().reversed())
            for count in [6, 5] {
                let filter = [1, UInt8(count)] + bytes.prefix(count)
                let passed = try listenFiltered(s, filter)
                let other = passed.first { !Array($0.address.encoded().reversed()).starts(with: bytes.prefix(count)) }
                try expect(
                    other == nil, "addresses that start with \(hexadecimal(Array(bytes.prefix(count)), limit: 6))",
                    got: hexadecimal(Array((other?.address.encoded() ?? []).reversed()), limit: 6))
            }
            let none = try listenFiltered(s, [1, 6] + bytes.dropLast() + [bytes[5] ^ 0x55])
            try expect(
                !none.contains { $0.address == one.address }, "nothing of an address whose last byte differs",
                got: "an advert")
        },
        Check(
            "adverts.filter-structure", "9.1",
            "A filter passes the adverts of which an AD structure starts with its bytes, and no other.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let all = try heard(bench)
            let s = try bench.open()
            let found = all.lazy.flatMap { structures($0.data) }.first { $0.count >= 3 && $0[0] != 0x01 }
            guard let structure = found else { throw nothing() }
            let start = Array(structure.prefix(min(6, structure.count)))
            let passed = try listenFiltered(s, [2, UInt8(start.count)] + start)
            let other = passed.first { advert in
                !advert.traits.isTruncated && !structures(advert.data).contains { $0.starts(with: start) }
            }
            try expect(
                other == nil, "adverts with a structure that starts with \(hexadecimal(start, limit: 8))",
                got: hexadecimal(other?.data ?? [], limit: 31))
            let changed = start.dropLast() + [start[start.count - 1] ^ 0xA5]
            let none = try listenFiltered(s, [2, UInt8(start.count)] + changed)
            let wrong = none.first { !structures($0.data).contains { $0.starts(with: changed) } }
            try expect(wrong == nil, "nothing whose last byte differs", got: hexadecimal(wrong?.data ?? [], limit: 31))
            try expectNone(s, [2, UInt8(start.count), start[0] ^ 0x80] + start.dropFirst(), "of another AD type")
            // A structure ends where its length says, whatever follows.
            let beyond = all.lazy.compactMap { advert -> [UInt8]? in
                let inside = structures(advert.data)
                guard inside.count >= 2, inside[0].count + 2 <= 28 else { return nil }
                return inside[0] + [UInt8(inside[1].count), inside[1][0]]
            }.first
            if let beyond {
                try expectNone(s, [2, UInt8(beyond.count)] + beyond, "with a structure longer than it is")
            }
        },
        Check(
            "adverts.filter-service", "9.1",
            "A filter passes the adverts that list its UUID or head service data with it, and no other.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let all = try heard(bench)
            let s = try bench.open()
            guard let uuid = all.lazy.compactMap({ services($0.data).first }).first else {
                throw CheckNotProven(
                    reason: "no advert with a service UUID was heard in a second; let something advertise one")
            }
            let passed = try listenFiltered(s, [3, UInt8(uuid.count)] + uuid)
            let other = passed.first { !$0.traits.isTruncated && !services($0.data).contains(uuid) }
            try expect(
                other == nil, "adverts with the UUID \(hexadecimal(uuid, limit: 16))",
                got: hexadecimal(other?.data ?? [], limit: 31))
            // 0000xxxx-0000-1000-8000-00805F9B34FB is the same service, and does not match.
            let base: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0, 0]
            let short = all.lazy.flatMap { services($0.data) }.first { $0.count == 2 }
            if let short { try expectNone(s, [3, 16] + base + short + [0, 0], "with it in 16 bytes") }
            // Bytes that look like a service, but stand elsewhere.
            let elsewhere = Set(
                all.flatMap { advert -> [[UInt8]] in
                    let bytes = advert.data
                    return bytes.count < 2 ? [] : (0..<(bytes.count - 1)).map { Array(bytes[$0..<($0 + 2)]) }
                }
            ).subtracting(all.flatMap { services($0.data) })
            let lookalikes = all.flatMap { advert in
                structures(advert.data).filter { [0x02, 0x03, 0x16].contains($0[0]) && $0.count >= 5 }
                    .flatMap { [Array($0[2...3]), Array($0[($0.count - 2)...])] }
            }
            let behindEnd = all.flatMap { advert -> [[UInt8]] in
                let used = structures(advert.data).reduce(0) { $0 + $1.count + 1 }
                return advert.data.count >= used + 5 ? [Array(advert.data.suffix(2))] : []
            }
            for bytes in Set((lookalikes + behindEnd).filter(elsewhere.contains)).sorted(by: {
                $0.lexicographicallyPrecedes($1)
            }).prefix(4) {
                try expectNone(s, [3, 2] + bytes, "with bytes that are no service")
            }
        },
        Check(
            "adverts.cut-is-marked", "9.3",
            "Data that does not fit is cut and marked as cut; unmarked data is complete."
        ) { bench in
            let whole = try heard(bench)
            // The dongle's memory may be short, but not as short as a legacy advert (9.3).
            let early = whole.first { $0.traits.isTruncated && $0.data.count <= legacyBytes }
            try expect(
                early == nil, "more than \(legacyBytes) bytes of an advert that is marked as cut",
                got: "\(early?.data.count ?? 0)")
            let memory = whole.filter(\.traits.isTruncated).map(\.data.count).max() ?? 255
            let broken = whole.first { advert in
                advert.traits.pdu == .extended && !advert.traits.isTruncated && advert.data.count == legacyBytes
                    && structures(advert.data).reduce(0) { $0 + $1.count + 1 } < legacyBytes
            }
            try expect(
                broken == nil, "whole extended adverts",
                got: "\(legacyBytes) bytes that end within a structure, not marked as cut")
            let long = whole.filter { $0.data.count > 42 }
            guard !long.isEmpty else {
                throw CheckNotProven(
                    reason: "no advert of more than 42 bytes was heard; let something send extended adverts")
            }
            let s = try bench.open(wanted: 64)
            // Short enough for a batch, and no shorter (9.3, 14).
            let extra = Int(try survey(bench).frames.first?.payload[8] ?? 0)
            let least = min(229, memory, Int(s.reply.largestPayloadToHost) - 22 - extra)
            var compared = 0
            _ = try count(s, ScanStartRequest(mode: .passive).encoded(), upTo: 2) { advert in
                let match = long.first { $0.address == advert.address && $0.data.starts(with: advert.data) }
                guard let match, advert.data.count < match.data.count else { return false }
                compared += 1
                try expect(
                    advert.data.count >= least, "at least \(least) of \(match.data.count) bytes",
                    got: "\(advert.data.count)")
                try expect(
                    advert.traits.isTruncated, "\(advert.data.count) of \(match.data.count) bytes marked as cut",
                    got: "not marked")
                return true
            }
            guard compared > 0 else {
                throw CheckNotProven(reason: "no advert was heard both whole and cut; run it again")
            }
        },
        Check(
            "adverts.stop-sends-queued", "9.2",
            "After SCAN_STOP the queued adverts are sent at once, up to the number that it tells, and no others."
        ) { bench in
            let s = try bench.open()
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000))
            try s.listen(.milliseconds(400))
            let next = try s.ask(ScanStopRequest()).next
            guard next > 0 else { throw nothing() }
            // No company comes any more (version 1.1).
            let limit = bench.isExact ? Duration.milliseconds(400) : bench.options.patience
            let last = try s.wait(limit: limit) { () throws -> Bool? in
                let batches: [AdvertBatch] = try s.batches.map { try decoded($0.payload, "the fields of ADVERT_BATCH") }
                return (batches.last.map { $0.firstNumber + UInt32($0.adverts.count) } ?? 0) == next ? true : nil
            }
            try expect(
                last == true, "every number before \(next) within \(limit)", got: "fewer, in \(s.batches.count) batches"
            )
            try expect(try s.ping().oldestAdvert, equals: next, "PING's oldest advert, none being queued")
            _ = s.takeBatches()
            try s.listen(.milliseconds(300))
            try expect(s.batches.isEmpty, "no advert after them", got: "\(s.batches.count) batches")
        },
    ]

    /// Fails the check if an advert passes a filter that it does not fit.
    private static func expectNone(_ s: Session, _ filter: [UInt8], _ what: String) throws {
        let bytes = Array(filter.dropFirst(2))
        let wrong = try listenFiltered(s, filter).first { advert in
            let fits =
                filter[0] == 3
                ? services(advert.data).contains(bytes)
                : structures(advert.data).contains { $0.starts(with: bytes) }
            return !fits && !advert.traits.isTruncated
        }
        try expect(
            wrong == nil, "no advert \(what): \(hexadecimal(filter, limit: 20))",
            got: hexadecimal(wrong?.data ?? [], limit: 31))
    }
}

import DongleProtocol

/// Sections 7.6 and 9.3 of SPEC.md: adverts of a scan. Skipped if nothing is on the air.
enum AdvertChecks {
    static let all: [Check] = [
        Check(
            "adverts.numbered", "9.3",
            "Batches are well-formed, and adverts take consecutive numbers from 0; a gap is counted as dropped."
        ) { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters.advertsDropped
            let heard = try listen(s, ScanStartRequest(mode: .passive))
            var expected: UInt32 = 0
            var missing: UInt32 = 0
            for batch in heard.batches {
                try expect(
                    batch.firstNumber >= expected, "numbers that rise, from \(expected)", got: "\(batch.firstNumber)")
                missing &+= batch.firstNumber - expected
                expected = batch.firstNumber &+ UInt32(batch.adverts.count)
                try expect(!batch.adverts.isEmpty, "an advert in every batch", got: "none")
                for advert in batch.adverts {
                    try expect(
                        [0, 1, 2, 4, 6, 7, 15].contains(advert.traits.pdu.rawValue), "a PDU type of the table",
                        got: "\(advert.traits.pdu.rawValue)")
                    try expect(
                        advert.channel <= 39 || advert.channel == 255, "channel 0...39 or 255", got: "\(advert.channel)"
                    )
                    try expect(advert.data.count <= 255, "at most 255 bytes of data", got: "\(advert.data.count)")
                }
            }
            try expect(heard.next, equals: expected, "every number before SCAN_STOP's accounted for: next")
            // If the line is too slow for the adverts on the air, the dongle drops the oldest.
            let dropped = try s.ask(GetStateRequest()).counters.advertsDropped &- before
            try expect(missing, equals: dropped, "numbers that did not come, as many as GET_STATE counts as dropped")
            try expect(try s.ping().oldestAdvert, equals: expected, "PING's oldest advert, none being queued")
        },
        Check(
            "adverts.frame-counter", "7.6",
            "The header's counter of stream B is that of the frame, from 0, whatever stream A does."
        ) { bench in
            let s = try bench.open()
            let heard = try listen(s, ScanStartRequest(mode: .passive, batchingMs: 0))
            let counters = heard.frames.map(\.header.id)
            try expect(counters, equals: (0..<counters.count).map { UInt16($0) }, "counters")
        },
        Check(
            "adverts.timed", "9.3",
            "An advert's time is the dongle's uptime, and the advert does not wait longer than batching allows."
        ) { bench in
            let s = try bench.open()
            let heard = try listen(s, ScanStartRequest(mode: .passive, batchingMs: 50))
            let uptime = try s.ping().uptimeMs
            for batch in heard.batches {
                let age = uptime &- batch.baseMs
                try expect(age < 60_000, "a base of the last minute", got: "\(age) ms before PING's uptime")
                let last = batch.adverts.last?.offsetMs ?? 0
                try expect(
                    last <= 1100, "adverts of one batch within the 50 ms of batching and what the line holds up",
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
            let s = try bench.open()
            let all = try heard(bench, s)
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
            let s = try bench.open()
            let all = try heard(bench, s)
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
            let s = try bench.open()
            let all = try heard(bench, s)
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
        },
        Check(
            "adverts.filter-service", "9.1",
            "A filter passes the adverts that list its UUID or head service data with it, and no other.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let all = try heard(bench, s)
            guard let uuid = all.lazy.compactMap({ services($0.data).first }).first else {
                throw CheckNotProven(
                    reason: "no advert with a service UUID was heard in a second; let something advertise one")
            }
            let passed = try listenFiltered(s, [3, UInt8(uuid.count)] + uuid)
            let other = passed.first { !$0.traits.isTruncated && !services($0.data).contains(uuid) }
            try expect(
                other == nil, "adverts with the UUID \(hexadecimal(uuid, limit: 16))",
                got: hexadecimal(other?.data ?? [], limit: 31))
        },
        Check(
            "adverts.cut-is-marked", "9.3",
            "Data that does not fit is cut and marked as cut; unmarked data is complete."
        ) { bench in
            let roomy = try bench.open()
            let whole = try listen(roomy, ScanStartRequest(mode: .passive)).adverts
            let long = whole.filter { $0.data.count > 42 }
            guard !long.isEmpty else {
                throw CheckNotProven(
                    reason: "no advert of more than 42 bytes was heard in a second; let something send extended adverts"
                )
            }
            let s = try bench.open(wanted: 64)
            let short = try listen(s, ScanStartRequest(mode: .passive)).adverts
            var compared = false
            for advert in short {
                guard
                    let match = long.first(where: { $0.address == advert.address && $0.data.starts(with: advert.data) }
                    ),
                    advert.data.count < match.data.count
                else { continue }
                compared = true
                // Short enough for a batch, and no shorter (9.3, 14).
                let least = min(229, Int(s.reply.largestPayloadToHost) - 22)
                try expect(
                    advert.data.count >= least, "at least \(least) of \(match.data.count) bytes",
                    got: "\(advert.data.count)")
                try expect(
                    advert.traits.isTruncated, "\(advert.data.count) of \(match.data.count) bytes marked as cut",
                    got: "not marked")
            }
            let least = min(229, Int(roomy.reply.largestPayloadToHost) - 22)
            let early = whole.first { $0.traits.isTruncated && $0.data.count < least }
            try expect(
                early == nil, "no advert cut to less than \(least) bytes", got: "\(early?.data.count ?? 0) bytes, cut")
            guard compared else { throw CheckNotProven(reason: "no advert was heard both whole and cut; run it again") }
        },
        Check("adverts.stop-sends-queued", "9.2", "After SCAN_STOP the queued adverts are sent, and no others.") {
            bench in
            let s = try bench.open()
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000))
            try s.listen(.milliseconds(700))
            let next = try s.ask(ScanStopRequest()).next
            guard next > 0 else { throw nothing() }
            try drain(s, upTo: next)
            let last = try s.wait { () throws -> Bool? in
                let batches: [AdvertBatch] = try s.batches.map { try decoded($0.payload, "the fields of ADVERT_BATCH") }
                return (batches.last.map { $0.firstNumber + UInt32($0.adverts.count) } ?? 0) == next ? true : nil
            }
            try expect(last == true, "every number before \(next)", got: "fewer, in \(s.batches.count) batches")
            _ = s.takeBatches()
            try s.listen(.milliseconds(300))
            try expect(s.batches.isEmpty, "no advert after them", got: "\(s.batches.count) batches")
        },
    ]
}

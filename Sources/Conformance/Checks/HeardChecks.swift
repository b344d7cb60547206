import DongleProtocol

/// Section 9 of SPEC.md: what must be heard, from what a scan without conditions has heard.
enum HeardChecks {
    /// Adverts of one device in a second that make its silence in the next one unlikely.
    private static let often = 4

    /// Where a service stands: the AD type, and whether first in it.
    private struct Place: Hashable {
        let type: UInt8
        let isFirst: Bool
    }

    static let all: [Check] = [
        Check(
            "adverts.filters-pass", "9.1",
            "A filter passes what it fits: by address, structure and service, alone and beside one that fits nothing.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let one = try loudest(bench)
            let s = try bench.open()
            let address = Array(one.address.encoded().reversed())
            let nothing: [UInt8] = [1, 6] + address.map { $0 ^ 0x5A }
            var fitting: [[UInt8]] = [[1, 6] + address, [1, 1] + address.prefix(1), [1, 3] + address.prefix(3)]
            if let structure = AdvertChecks.structures(one.data).max(by: { $0.count < $1.count }) {
                let start = structure.prefix(min(8, structure.count))
                fitting += [[2, UInt8(start.count)] + start, [2, 1, structure[0]]]
            }
            // A filter has at most 28 bytes.
            if let whole = AdvertChecks.structures(one.data).filter({ $0.count <= 28 }).max(by: { $0.count < $1.count })
            {
                fitting.append([2, UInt8(whole.count)] + whole)
            }
            for filter in fitting {
                for filters in [filter, nothing + nothing + filter, filter + nothing] {
                    try expectHeard(s, one, ScanChecks.scan(filters: filters), filters)
                }
            }
        },
        Check(
            "adverts.service-passes", "9.1", "A filter of 2 or 16 bytes passes the adverts with that service.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let mode: RadioScanMode = bench.features.contains(.activeScan) ? .active : .passive
            let heard = try AdvertChecks.scanned(s, ScanStartRequest(mode: mode).encoded())
            // Each service once for each AD type and size, since the rule names them one by one.
            var seen: [Place: [UInt8]] = [:]
            for advert in heard {
                for structure in AdvertChecks.structures(advert.data) {
                    for (index, service) in AdvertChecks.services(in: structure).enumerated() {
                        let place = Place(type: structure[0], isFirst: index == 0)
                        if heard.count(where: { AdvertChecks.services($0.data).contains(service) }) >= 2 {
                            seen[place] = service
                        }
                    }
                }
            }
            for service in Set(seen.values).sorted(by: { $0.lexicographicallyPrecedes($1) }).prefix(12) {
                let scan = ScanChecks.scan(filters: [3, UInt8(service.count)] + service).with([mode.rawValue], at: 0)
                let passed = try AdvertChecks.count(s, scan, upTo: 1) {
                    AdvertChecks.services($0.data).contains(service)
                }
                try expect(
                    passed > 0, "an advert with the service \(hexadecimal(service, limit: 16)) in two seconds",
                    got: "none")
            }
            if Set(seen.values.map(\.count)).count < 2 {
                throw CheckNotProven(
                    reason: "services of 2 and of 16 bytes were not both heard; let something send them")
            }
        },
        Check(
            "adverts.filters-replaced", "9.1",
            "SCAN_START replaces filters, minimum RSSI, coalescing and batching, whatever was set before.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let one = try loudest(bench)
            let s = try bench.open()
            var narrow = ScanChecks.scan(filters: [1, 6, 1, 2, 3, 4, 5, 6]).with([20], at: 6).with(
                1000 as UInt16, at: 10)
            if bench.features.contains(.coalesce) { narrow = narrow.with(60_000 as UInt16, at: 8) }
            try s.expect(.scanStart, narrow, .ok, "parameters that let nothing pass")
            // Through the same scan, without SCAN_STOP.
            try expectHeard(s, one, ScanStartRequest(mode: .passive).encoded(), [], least: 2)
        },
        Check(
            "adverts.minimum-rssi-passes", "9.1", "Adverts at or above the minimum RSSI pass."
        ) { bench in
            let one = try loudest(bench)
            let s = try bench.open()
            guard one.rssiDBm > -100 else { throw CheckNotProven(reason: "no strong advert was heard; go nearer") }
            // 20 dB below what was heard: signals vary.
            let request = ScanStartRequest(mode: .passive, minimumRSSI: Int8(clamping: Int(one.rssiDBm) - 20))
            try expectHeard(s, one, request.encoded(), [])
        },
        Check(
            "adverts.coalesced", "9.1",
            "With coalescing, equal adverts of a device take one number in that time, and GET_STATE counts the others.",
            needs: [.features(.coalesce)]
        ) { bench in
            let (one, without) = try most(bench)
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters.advertsCoalesced
            let filter: [UInt8] = [1, 6] + one.address.encoded().reversed()
            let scan = ScanChecks.scan(filters: bench.features.contains(.scanFilters) ? filter : [])
            let heard = try AdvertChecks.scanned(s, scan.with(5000 as UInt16, at: 8))
            let same = heard.filter { isSame($0, one) }.count
            let counted = try s.ask(GetStateRequest()).counters.advertsCoalesced &- before
            let isCoalesced = (1...often - 1).contains(same) || same < without / 3 + 2
            // Best effort: a dongle that remembers one advert coalesces none where two alternate.
            if same > 0, !isCoalesced || counted == 0, heard.count > same {
                throw CheckNotProven(
                    reason: "the dongle remembers too few adverts; let a device near it always send the same")
            }
            try expect(
                isCoalesced, "a number for the first of the equal adverts of a second, and for few others",
                got: "\(same) numbers")
            try expect(counted > 0, "the others counted", got: "\(counted)")
            try expectHeard(s, one, ScanStartRequest(mode: .passive, coalescingMs: 250).encoded(), [], least: 3)
            // SCAN_START forgets what was numbered before.
            for _ in 0..<2 {
                try expectHeard(s, one, ScanStartRequest(mode: .passive, coalescingMs: 60_000).encoded(), [])
            }
        },
        Check(
            "adverts.coalesced-anew", "9.1",
            "SCAN_START forgets what was numbered, also while a scan runs.",
            needs: [.features([.coalesce, .scanFilters])]
        ) { bench in
            let one = try loudest(bench)
            let s = try bench.open()
            let scan = ScanChecks.scan(filters: [1, 6] + one.address.encoded().reversed())
            let payload = scan.with(60_000 as UInt16, at: 8)
            for time in ["the first", "another"] {
                _ = s.takeBatches()
                let answer = try s.ask(.scanStart, payload)
                try expect(answer.status == .ok, "SCAN_START answered OK", got: answer.status.words)
                let came = try s.wait(limit: .seconds(2)) { () throws -> Bool? in
                    let batches: [AdvertBatch] = try s.takeBatches().map {
                        try decoded($0.payload, "the fields of ADVERT_BATCH")
                    }
                    return batches.flatMap(\.adverts).contains { isSame($0, one) } ? true : nil
                }
                try expect(
                    came == true, "the advert of \(one.address.words) behind \(time) SCAN_START",
                    got: "none in two seconds")
                try s.listen(.milliseconds(100))
            }
        },
        Check(
            "adverts.coalesced-by-data", "9.1",
            "With coalescing, adverts of one device that differ in their data each take a number.",
            needs: [.features(.coalesce)]
        ) { bench in
            let groups = Dictionary(grouping: try AdvertChecks.heard(bench)) {
                [$0.address.encoded(), [$0.traits.rawValue]]
            }
            let changing = groups.values.filter { Set($0.map(\.data)).count >= often }
            guard let one = changing.first?.first else {
                throw CheckNotProven(
                    reason: "no device whose adverts change was heard in a second and a half; let one advertise nearby")
            }
            let s = try bench.open()
            var seen: Set<[UInt8]> = []
            let scan = ScanStartRequest(mode: .passive, coalescingMs: 60_000).encoded()
            _ = try AdvertChecks.count(s, scan, upTo: 3) {
                $0.address == one.address && $0.traits == one.traits && seen.insert($0.data).inserted
            }
            try expect(
                seen.count >= 3, "adverts of \(one.address.words) with different data",
                got: "\(seen.count) in two seconds")
        },
        Check(
            "adverts.minimum-rssi-exact", "9.1", "An advert of exactly the minimum RSSI passes."
        ) { bench in
            let counts = Dictionary(grouping: try AdvertChecks.heard(bench).map(\.rssiDBm).filter { $0 != 127 }) { $0 }
            guard let (signal, known) = counts.max(by: { $0.value.count < $1.value.count }), known.count >= 3 else {
                throw CheckNotProven(reason: "no signal was heard three times in a second and a half")
            }
            let s = try bench.open()
            func heard(_ minimum: Int8) throws -> Int {
                try AdvertChecks.count(s, ScanStartRequest(mode: .passive, minimumRSSI: minimum).encoded(), upTo: 1) {
                    $0.rssiDBm == signal
                }
            }
            for _ in 0..<3 {
                if try heard(signal) > 0 { return }
                guard try heard(signal - 1) > 0 else {
                    throw CheckNotProven(reason: "\(signal) dBm was not heard again; run it again")
                }
            }
            throw CheckFailure(
                expected: "adverts of \(signal) dBm with this minimum", got: "none, but with \(signal - 1) dBm")
        },
        Check(
            "adverts.unknown-rssi-passes", "9.1", "An advert without RSSI passes whatever the minimum."
        ) { bench in
            guard let one = try AdvertChecks.heard(bench).first(where: { $0.rssiDBm == 127 }) else {
                throw CheckNotProven(reason: "no advert without RSSI was heard; most radios give none")
            }
            let s = try bench.open()
            let scan = ScanStartRequest(mode: .passive, minimumRSSI: 0).encoded()
            let count = try AdvertChecks.count(s, scan, upTo: 1) { $0.address == one.address }
            try expect(count > 0, "adverts of \(one.address.words), which have no RSSI", got: "none in two seconds")
        },
        Check(
            "adverts.scan-responses-filtered", "9.1", "Filters and minimum RSSI hold for scan responses as well.",
            needs: [.features([.activeScan, .scanFilters])]
        ) { bench in
            let s = try bench.open()
            let active = ScanStartRequest(mode: .active).encoded()
            let there = try AdvertChecks.count(s, active, upTo: 1) { $0.traits.pdu == .scanResponse }
            guard there > 0 else { throw CheckNotProven(reason: "no scan response was heard in two seconds") }
            let nothing = ScanChecks.scan(filters: [1, 6, 1, 2, 3, 4, 5, 6]).with([1], at: 0)
            for (what, scan) in [("a filter", nothing), ("a minimum RSSI", active.with([20], at: 6))] {
                let passed = try AdvertChecks.listenFiltered(s, scan: scan).filter { $0.rssiDBm != 127 }
                try expect(passed.isEmpty, "nothing that passes \(what) that fits none", got: "an advert")
            }
        },
        Check(
            "adverts.scan-responses", "9.1", "An active scan also gets scan responses; a passive one gets none.",
            needs: [.features(.activeScan)]
        ) { bench in
            let passive = try AdvertChecks.heard(bench)
            let s = try bench.open()
            try expect(
                !passive.contains { $0.traits.pdu == .scanResponse }, "no SCAN_RSP without scan requests", got: "one")
            let scannable: Set<PDUType> = [.connectable, .scannable]
            let able = Dictionary(grouping: passive.filter { scannable.contains($0.traits.pdu) }, by: \.address)
            func responses() throws -> Int {
                try AdvertChecks.count(s, ScanStartRequest(mode: .active).encoded(), upTo: 1) {
                    $0.traits.pdu == .scanResponse
                }
            }
            guard try responses() == 0 else {
                // Passive again: what was asked for by the scan before must not go on.
                let after = try AdvertChecks.listenFiltered(s, scan: ScanStartRequest(mode: .passive).encoded())
                return try expect(
                    !after.contains { $0.traits.pdu == .scanResponse }, "no SCAN_RSP without scan requests", got: "one")
            }
            guard able.contains(where: { $0.value.count >= often }) else {
                throw CheckNotProven(reason: "nothing that answers scan requests was heard in a second")
            }
            // A device need not answer, so a second try decides.
            try expect(try responses() > 0, "a SCAN_RSP of one of \(able.count) devices", got: "none in 4 s")
        },
        Check(
            "adverts.times", "9.3", "The times of adverts are milliseconds of the dongle's uptime, as they pass."
        ) { bench in
            let heard = try AdvertChecks.survey(bench)
            let times = try heard.batches().flatMap { batch in
                batch.adverts.map { batch.baseMs &+ UInt32($0.offsetMs) }
            }
            guard times.count >= 2 * often else { throw AdvertChecks.nothing() }
            for time in times {
                try expect(
                    time &- heard.start <= heard.end &- heard.start,
                    "times from \(heard.start) to \(heard.end) ms, those of the scan", got: "\(time)")
            }
            try expect(times == times.sorted(), "times in order", got: "\(times.prefix(8))")
            try expect(
                Set(times.map { $0 / 10 }).count >= often, "different times for adverts of 1.5 s",
                got: "\(Set(times).count)")
        },
        Check(
            "adverts.address-type", "9.3",
            "An advert has its device's address and address type, and a PDU type that fits it.",
            needs: [.peripheral]
        ) { bench in
            guard let peripheral = bench.options.peripheral else { return }
            let all = try AdvertChecks.heard(bench)
            let wanted = peripheral.address.encoded()
            try expect(
                !all.contains { $0.address.encoded() == wanted.reversed() }, "the address of \(peripheral.address)",
                got: "its bytes the other way round")
            let own = all.filter { $0.address == peripheral.address }
            guard let one = own.first else {
                throw CheckNotProven(reason: "the peripheral did not advertise in a second and a half")
            }
            // 2 and 3 are the same types, resolved by the controller.
            try expect(
                one.traits.addressType.rawValue & 1, equals: peripheral.type.rawValue & 1, "lowest bit of its type")
            // ADV_IND, ADV_DIRECT_IND, extended, not known.
            try expect(
                own.contains { [0, 1, 7, 15].contains($0.traits.pdu.rawValue) }, "a PDU type that can be connected to",
                got: "\(one.traits.pdu.rawValue)")
        },
    ]

    /// Returns an advert of the device that was heard most often in a second.
    private static func loudest(_ bench: Bench) throws -> Advert { try most(bench).advert }

    /// Returns it with how often it was heard.
    private static func most(_ bench: Bench) throws -> (advert: Advert, count: Int) {
        let heard = try AdvertChecks.heard(bench)
            .filter { !$0.traits.isTruncated && $0.rssiDBm != 127 }
        let groups = Dictionary(grouping: heard) { [$0.address.encoded(), [$0.traits.rawValue], $0.data] }
        guard let most = groups.values.max(by: { $0.count < $1.count }), most.count >= often, let one = most.first
        else {
            throw CheckNotProven(reason: "no device was heard \(often) times in a second with the same advert")
        }
        return (one, most.count)
    }

    private static func isSame(_ one: Advert, _ other: Advert) -> Bool {
        one.address == other.address && one.traits == other.traits && one.data == other.data
    }

    private static func expectHeard(
        _ s: Session, _ one: Advert, _ scan: [UInt8], _ filters: [UInt8], least: Int = 1
    ) throws {
        let count = try AdvertChecks.count(s, scan, upTo: least) { isSame($0, one) }
        let condition = filters.isEmpty ? "" : " with the filters \(hexadecimal(filters, limit: 40))"
        try expect(
            count >= least,
            "adverts of \(one.address.words)\(condition), which was heard \(often) times a second without",
            got: "\(count) in two seconds")
    }
}

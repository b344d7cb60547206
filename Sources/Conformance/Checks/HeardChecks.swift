import DongleProtocol

/// Section 9 of SPEC.md: what must be heard, from what a scan without conditions has heard.
enum HeardChecks {
    /// Adverts of one device in a second that make its silence in the next one unlikely.
    private static let often = 4

    static let all: [Check] = [
        Check(
            "adverts.filters-pass", "9.1",
            "A filter passes what it fits: by address, structure and service, alone and beside one that fits nothing.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let one = try loudest(bench, s)
            let address = Array(one.address.encoded().reversed())
            let nothing: [UInt8] = [1, 6] + address.map { $0 ^ 0x5A }
            var fitting: [[UInt8]] = [[1, 6] + address, [1, 2] + address.prefix(2)]
            if let structure = AdvertChecks.structures(one.data).max(by: { $0.count < $1.count }) {
                let start = structure.prefix(min(8, structure.count))
                fitting += [[2, UInt8(start.count)] + start, [2, 1, structure[0]]]
            }
            for filter in fitting {
                for filters in [filter, nothing + filter, filter + nothing] {
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
            var tried = 0
            for count in [2, 16] {
                let services = heard.flatMap { AdvertChecks.services($0.data) }.filter { $0.count == count }
                let counts = Dictionary(grouping: services) { $0 }.mapValues(\.count)
                guard let most = counts.max(by: { $0.value < $1.value }), most.value >= 2 else { continue }
                tried += 1
                let scan = ScanChecks.scan(filters: [3, UInt8(count)] + most.key).with([mode.rawValue], at: 0)
                let passed = try AdvertChecks.count(s, scan, upTo: 1) {
                    AdvertChecks.services($0.data).contains(most.key)
                }
                try expect(
                    passed > 0, "an advert with the service \(hexadecimal(most.key, limit: 16)) in two seconds",
                    got: "none")
            }
            if tried < 2 {
                throw CheckNotProven(
                    reason: "services of 2 and of 16 bytes were not both heard; let something send them")
            }
        },
        Check(
            "adverts.filters-replaced", "9.1",
            "SCAN_START without filters lets everything pass, whatever was set before.",
            needs: [.features(.scanFilters)]
        ) { bench in
            let s = try bench.open()
            let one = try loudest(bench, s)
            try s.expect(
                .scanStart, ScanChecks.scan(filters: [1, 6, 1, 2, 3, 4, 5, 6]), .ok, "a filter that fits nothing")
            try expectHeard(s, one, ScanStartRequest(mode: .passive).encoded(), [])
        },
        Check(
            "adverts.minimum-rssi-passes", "9.1", "Adverts at or above the minimum RSSI pass."
        ) { bench in
            let s = try bench.open()
            let one = try loudest(bench, s)
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
            let s = try bench.open()
            let (one, without) = try most(bench, s)
            let before = try s.ask(GetStateRequest()).counters.advertsCoalesced
            let heard = try AdvertChecks.scanned(
                s, ScanStartRequest(mode: .passive, coalescingMs: 5000).encoded())
            // Best effort: a dongle remembers as many adverts as it can.
            let same = heard.filter { isSame($0, one) }.count
            try expect(
                (1...often - 1).contains(same) || same < without / 2 + 2,
                "a number for the first of the equal adverts of a second, and for few others", got: "\(same) numbers")
            let counted = try s.ask(GetStateRequest()).counters.advertsCoalesced &- before
            try expect(counted > 0, "the others counted", got: "\(counted)")
            try expectHeard(s, one, ScanStartRequest(mode: .passive, coalescingMs: 250).encoded(), [], least: 3)
        },
        Check(
            "adverts.scan-responses", "9.1", "An active scan also gets scan responses; a passive one gets none.",
            needs: [.features(.activeScan)]
        ) { bench in
            let s = try bench.open()
            let passive = try AdvertChecks.scanned(s, ScanStartRequest(mode: .passive).encoded())
            try expect(
                !passive.contains { $0.traits.pdu == .scanResponse }, "no SCAN_RSP without scan requests", got: "one")
            let scannable: Set<PDUType> = [.connectable, .scannable]
            let able = Dictionary(grouping: passive.filter { scannable.contains($0.traits.pdu) }, by: \.address)
            let active = try AdvertChecks.scanned(s, ScanStartRequest(mode: .active).encoded())
            if active.contains(where: { $0.traits.pdu == .scanResponse }) { return }
            guard able.contains(where: { $0.value.count >= often }) else {
                throw CheckNotProven(reason: "nothing that answers scan requests was heard in a second")
            }
            // A device need not answer, so a second try decides.
            let again = try AdvertChecks.scanned(s, ScanStartRequest(mode: .active).encoded())
            try expect(
                again.contains { $0.traits.pdu == .scanResponse }, "a SCAN_RSP of one of \(able.count) devices",
                got: "none in 2 s")
        },
        Check(
            "adverts.times", "9.3", "The times of adverts are milliseconds of the dongle's uptime, as they pass."
        ) { bench in
            let s = try bench.open()
            let start = try s.ping().uptimeMs
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 200))
            try s.listen(.milliseconds(1500))
            _ = try s.ask(ScanStopRequest())
            try s.listen(.milliseconds(100))
            let end = try s.ping().uptimeMs
            var times: [UInt32] = []
            for frame in s.takeBatches() where frame.header.event == .advertBatch {
                let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                times += batch.adverts.map { batch.baseMs &+ UInt32($0.offsetMs) }
            }
            guard times.count >= 2 * often else { throw AdvertChecks.nothing() }
            for time in times {
                try expect(
                    time &- start <= end &- start, "times from \(start) to \(end) ms, those of the scan", got: "\(time)"
                )
            }
            try expect(times == times.sorted(), "times in order", got: "\(times.prefix(8))")
            try expect(
                Set(times.map { $0 / 10 }).count >= often, "different times for adverts of 1.5 s",
                got: "\(Set(times).count)")
        },
        Check(
            "adverts.address-type", "9.3", "An advert has the address type of its device.", needs: [.peripheral]
        ) { bench in
            guard let peripheral = bench.options.peripheral else { return }
            let s = try bench.open()
            let heard = try AdvertChecks.scanned(s, ScanStartRequest(mode: .passive).encoded())
            guard let one = heard.first(where: { $0.address == peripheral.address }) else {
                throw CheckNotProven(reason: "the peripheral did not advertise in a second")
            }
            // 2 and 3 are the same types, resolved by the controller.
            try expect(
                one.traits.addressType.rawValue & 1, equals: peripheral.type.rawValue & 1, "lowest bit of its type")
        },
    ]

    /// Returns an advert of the device that was heard most often in a second.
    private static func loudest(_ bench: Bench, _ s: Session) throws -> Advert { try most(bench, s).advert }

    /// Returns it with how often it was heard.
    private static func most(_ bench: Bench, _ s: Session) throws -> (advert: Advert, count: Int) {
        let heard = try AdvertChecks.heard(bench, s)
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
            count >= least, "adverts of \(one.address)\(condition), which was heard \(often) times a second without",
            got: "\(count) in two seconds")
    }
}

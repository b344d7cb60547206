import Advertising
import GatewayModel
import LineFormats
import Store
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct BeaconRouteTests {
    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
    private static let beacon = "/v1/beacons/\(uuid)/1201/7"

    private static func identity(_ minor: UInt16) throws -> BeaconIdentity {
        BeaconIdentity(uuid: try #require(ProximityUUID(uuid)), major: 1201, minor: minor)
    }

    @Test("beacons come in pages, in the order of their identities", arguments: Transport.allCases)
    func pages(_ transport: Transport) async throws {
        try await transport.with { ask in
            for minor in [3, 1, 10, 5, 2] {
                let answer = try await ask(
                    "PUT", "/v1/beacons/\(Self.uuid)/1201/\(minor)/alias", json: #"{"alias":"Table \#(minor)"}"#)
                #expect(answer.status == 200, "\(answer.text)")
            }
            #expect(
                try await ask("GET", "/v1/beacons").object(BeaconList.self).beacons.map(\.minor) == [1, 2, 3, 5, 10])
            var pages: [[Int]] = []
            var next: String? = ""
            while let after = next, pages.count < 9 {
                let list: BeaconList = try await ask(
                    "GET", "/v1/beacons?limit=2" + (after.isEmpty ? "" : "&after=\(after)")
                ).object()
                pages.append(list.beacons.map(\.minor))
                next = list.next
            }
            #expect(pages == [[1, 2], [3, 5], [10]])
            // A cursor may name a beacon that does not exist, and is not case-sensitive.
            let behind: BeaconList = try await ask("GET", "/v1/beacons?after=\(Self.uuid.lowercased())/1201/4")
                .object()
            #expect(behind.beacons.map(\.minor) == [5, 10] && behind.next == nil)
        }
    }

    @Test("a name may have blanks and any letters, belongs to one beacon, and finds it", arguments: Transport.allCases)
    func alias(_ transport: Transport) async throws {
        try await transport.with { ask in
            let named: BeaconDescription = try await ask(
                "PUT", Self.beacon + "/alias", json: #"{"alias":"Tisch 7 – Süd 🍽"}"#
            ).object()
            #expect(named.alias == "Tisch 7 – Süd 🍽" && named.minor == 7)
            #expect(named.firstSeen == nil && named.lastSeen == nil && named.now == nil)
            let query = "/v1/beacons?alias=Tisch%207%20%E2%80%93%20S%C3%BCd+%F0%9F%8D%BD"
            #expect(try await ask("GET", query).object() == BeaconList(beacons: [named], next: nil))
            #expect(try await ask("GET", Self.beacon).object() == named)
            // Both forms of the UUID work.
            #expect(
                try await ask("GET", "/v1/beacons/5e1f7a103c2b4d9e8a770b6c1d2e3f40/1201/7").object() == named)

            let other = "/v1/beacons/\(Self.uuid)/1201/8"
            let taken = try await ask("PUT", other + "/alias", json: #"{"alias":"Tisch 7 – Süd 🍽"}"#)
            let problem: Problem = try taken.object()
            #expect(taken.status == 409 && problem.code == "alias-taken")
            #expect(problem.detail.contains("\(Self.uuid)/1201/7"))
            // The same alias for the same beacon again is no conflict.
            #expect(
                try await ask("PUT", Self.beacon + "/alias", json: #"{"alias":"Tisch 7 – Süd 🍽"}"#).status == 200)

            let nameless: BeaconDescription = try await ask("DELETE", Self.beacon + "/alias").object()
            #expect(nameless.alias == nil && nameless.minor == 7)
            #expect(try await ask("DELETE", Self.beacon + "/alias").status == 404, "nothing is left of it")
            #expect(try await ask("GET", query).object() == BeaconList(beacons: [], next: nil))
            #expect(
                try await ask("PUT", other + "/alias", json: #"{"alias":"Tisch 7 – Süd 🍽"}"#).status == 200)
        }
    }

    @Test("a calibration is kept with its moment, and taken back", arguments: Transport.allCases)
    func calibration(_ transport: Transport) async throws {
        try await transport.with { ask in
            let before = Timestamp.now
            let calibrated: BeaconDescription = try await ask(
                "PUT", Self.beacon + "/calibration", json: #"{"power_at_1m":-61.25,"samples":10,"spread":2}"#
            ).object()
            let kept = try #require(calibrated.calibration)
            #expect(kept.powerAt1m == -61.25 && kept.samples == 10 && kept.spread == 2)
            let at = try #require(kept.at)
            #expect(at.microsecondsSince1970 >= before.microsecondsSince1970)
            #expect(at.microsecondsSince1970 <= Timestamp.now.microsecondsSince1970)
            #expect(try await ask("GET", "/v1/beacons").object(BeaconList.self).beacons == [calibrated])
            _ = try await ask("PUT", Self.beacon + "/alias", json: #"{"alias":"x"}"#)
            let without: BeaconDescription = try await ask("DELETE", Self.beacon + "/calibration").object()
            #expect(without.calibration == nil && without.alias == "x")
        }
    }

    @Test("a beacon is forgotten with its name and its history", arguments: Transport.allCases)
    func forget(_ transport: Transport) async throws {
        let store = try Store.inMemory()
        try await store.history.append([entry(7, dongle: "d1")], startMicroseconds: 1_767_637_800_000_000)
        try await transport.with(store: store) { ask in
            let heard: BeaconDescription = try await ask("GET", Self.beacon).object()
            #expect(heard.firstSeen != nil && heard.alias == nil)
            #expect(try await ask("DELETE", Self.beacon).status == 204)
            for (method, target) in [("GET", Self.beacon), ("DELETE", Self.beacon)] {
                let problem: Problem = try await ask(method, target).object()
                #expect(problem.status == 404 && problem.code == "unknown-beacon")
                #expect(problem.detail.contains("\(Self.uuid)/1201/7"))
            }
            #expect(try await ask("GET", "/v1/history").object() == HistoryPage(intervals: [], next: nil))
        }
    }

    private func entry(_ minor: UInt16, dongle: String) throws -> HistoryEntry {
        HistoryEntry(
            beacon: try Self.identity(minor), dongle: dongle, count: Int(minor),
            rssi: HistoryRSSI(minimum: -70, mean: -65.5, maximum: -60), distanceM: 1.5)
    }

    @Test("history is read page by page, by beacon and by time, nothing twice", arguments: Transport.allCases)
    func history(_ transport: Transport) async throws {
        let store = try Store.inMemory()
        let begin: Int64 = 1_767_637_800_000_000
        for minute in 0..<3 as Range<Int64> {
            try await store.history.append(
                [entry(1, dongle: "d1"), entry(1, dongle: "d2"), entry(2, dongle: "d1")],
                startMicroseconds: begin + minute * 60_000_000)
        }
        try await transport.with(store: store) { ask in
            func read(_ query: String) async throws -> (pages: [Int], all: [BeaconInterval]) {
                var (pages, all, next): ([Int], [BeaconInterval], String?) = ([], [], "")
                while let after = next, pages.count < 20 {
                    let page: HistoryPage = try await ask(
                        "GET", "/v1/history?" + query + (after.isEmpty ? "" : "&after=\(after)")
                    ).object()
                    pages.append(page.intervals.count)
                    all += page.intervals
                    next = page.next
                }
                return (pages, all)
            }
            let all = try await read("limit=1000").all
            #expect(
                all.count == 9 && Set(all).count == 9
                    && all.map(\.ts.microsecondsSince1970) == all.map(\.ts.microsecondsSince1970).sorted())
            #expect(
                all.first
                    == BeaconInterval(
                        ts: Timestamp(microsecondsSince1970: begin), uuid: ProximityUUID(stringLiteral: Self.uuid),
                        major: 1201, minor: 1,
                        dongle: "d1", count: 1, rssiMin: -70, rssiMean: -65.5, rssiMax: -60, distance: 1.5))
            for limit in [1, 2, 4, 8] {
                let (pages, some) = try await read("limit=\(limit)")
                #expect(some == all && pages.dropLast().allSatisfy { $0 == limit })
            }
            let ofOne = try await read("limit=2&beacon=\(Self.uuid)/1201/1").all
            #expect(ofOne == all.filter { $0.minor == 1 })
            let (from, to) = (all[3].ts, all[6].ts)
            #expect(try await read("limit=2&from=\(from)&to=\(to)").all == Array(all[3..<6]))
            #expect(try await read("from=\(to)&to=\(from)").all.isEmpty)
        }
    }

    private static let mistakes: [Mistake] = [
        Mistake("GET", beacon, 404, "unknown-beacon", "\(uuid)/1201/7"),
        Mistake("DELETE", beacon, 404, "unknown-beacon"),
        Mistake("DELETE", beacon + "/alias", 404, "unknown-beacon"),
        Mistake("DELETE", beacon + "/calibration", 404, "unknown-beacon"),
        Mistake("GET", "/v1/beacons/Table%207/1/1", 400, "invalid-uuid", "\"Table 7\""),
        Mistake("GET", "/v1/beacons/\(uuid)/65536/1", 400, "invalid-parameter", "0 to 65535"),
        Mistake("GET", "/v1/beacons/\(uuid)/1/-1", 400, "invalid-parameter", "minor"),
        Mistake("GET", "/v1/beacons/\(uuid)/1", 404, "unknown-route"),
        Mistake("POST", beacon, 405, "wrong-method"),
        Mistake("GET", "/v1/beacons?limit=0", 400, "invalid-parameter", "1 to 1000"),
        Mistake("GET", "/v1/beacons?limit=1001", 400, "invalid-parameter", "1 to 1000"),
        Mistake("GET", "/v1/beacons?after=x", 400, "invalid-parameter", "UUID/major/minor"),
        Mistake("GET", "/v1/beacons?alias=a&limit=x", 400, "invalid-parameter", "limit"),
        Mistake("GET", "/v1/beacons?alias=a&after=x", 400, "invalid-parameter", "after"),
        Mistake("GET", "/v1/beacons?alias=", 400, "invalid-parameter", "alias"),
        Mistake(
            "GET", "/v1/beacons?alias=" + String(repeating: "%C3%BC", count: 65), 400, "invalid-parameter",
            "1 to 64 characters"),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":""}"#, 400, "invalid-beacon-alias"),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":" a"}"#, 400, "invalid-beacon-alias", "\" a\""),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":"a "}"#, 400, "invalid-beacon-alias"),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":"a/b"}"#, 400, "invalid-beacon-alias", "a/b"),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":"a\u0007"}"#, 400, "invalid-beacon-alias"),
        Mistake(
            "PUT", beacon + "/alias", json: #"{"alias":"\#(String(repeating: "ü", count: 65))"}"#, 400,
            "invalid-beacon-alias"),
        Mistake("PUT", beacon + "/alias", json: #"{"alias":7}"#, 400, "invalid-value", "alias"),
        Mistake(
            "PUT", beacon + "/calibration", json: #"{"power_at_1m":0.5,"samples":1,"spread":0}"#, 400, "invalid-value",
            "power_at_1m"),
        Mistake(
            "PUT", beacon + "/calibration", json: #"{"power_at_1m":-60,"samples":0,"spread":0}"#, 400, "invalid-value",
            "1 to 10000"),
        Mistake(
            "PUT", beacon + "/calibration", json: #"{"power_at_1m":-60,"samples":1.5,"spread":0}"#, 400,
            "invalid-value", "samples"),
        Mistake(
            "PUT", beacon + "/calibration", json: #"{"power_at_1m":-60,"samples":1,"spread":51}"#, 400, "invalid-value",
            "spread"),
        Mistake("PUT", beacon + "/calibration", json: #"{"samples":1,"spread":0}"#, 400, "missing-key", "power_at_1m"),
        Mistake("GET", "/v1/history?beacon=x", 400, "invalid-parameter", "beacon"),
        Mistake("GET", "/v1/history?from=yesterday", 400, "invalid-parameter", "from"),
        Mistake("GET", "/v1/history?after=x", 400, "invalid-value", "after"),
        Mistake("GET", "/v1/history?limit=10001", 400, "invalid-parameter", "1 to 10000"),
    ]

    @Test("what is not known, or cannot be, is told with what was given", arguments: Transport.allCases)
    func mistakes(_ transport: Transport) async throws {
        try await transport.with { ask in
            for mistake in Self.mistakes { try await mistake.check(ask) }
            #expect(try await ask("GET", "/v1/beacons").object() == BeaconList(beacons: [], next: nil))
        }
    }
}

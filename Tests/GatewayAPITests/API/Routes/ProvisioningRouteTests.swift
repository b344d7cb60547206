import Advertising
import Foundation
import GatewayModel
import LineFormats
import Store
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct ProvisioningRouteTests {
    private static let uuid = "E7B2C021-5D07-4D0B-9C20-223488C8B012"

    private static func item(_ number: Int, uuid: String = uuid) -> String {
        #"{"address":"c3:00:00:00:\#(hex(number / 256)):\#(hex(number % 256))","name":"Table \#(number)","#
            + #""uuid":"\#(uuid)","major":1,"minor":\#(number)}"#
    }

    private static func hex(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// Returns a store with two batches: run 1 has failed, run 2 was verified; run 3 is in the
    /// second batch and was written.
    private func filled() async throws -> Store {
        let store = try Store.inMemory()
        let targets = (1...3 as ClosedRange<UInt16>).map { number in
            StoredRun.Target(
                address: BluetoothAddress(UInt64(number)), addressType: nil, profile: "cp28", name: "Table \(number)",
                identity: BeaconIdentity(
                    uuid: ProximityUUID(0xE7B2_C021_5D07_4D0B_9C20_2234_88C8_B012), major: 1, minor: number),
                rssiAt1m: -59, intervalMs: 500, txPower: 4)
        }
        _ = try await store.runs.add(Array(targets.prefix(2)), atMicroseconds: 1)
        _ = try await store.runs.add([targets[2]], atMicroseconds: 2)
        for (id, state) in [(1, .failed), (2, .verified), (3, .writtenUnverified)] as [(Int64, ProvisioningState)] {
            var progress = StoredRun.Progress()
            progress.state = state
            progress.saveBegun = state != .failed
            progress.reason = .init(code: "not-heard", message: "Not heard.", hint: "Go nearer.")
            let lines = (1...3).map { number in
                JournalEntry(
                    atMicroseconds: 3, attempt: 1, phase: .note, kind: "notification", detail: "Line \(number)",
                    bytes: [0x4E, 0xFF])
            }
            try await store.runs.journal(lines, of: id, progress: progress)
        }
        return store
    }

    @Test("runs are listed the newest first, by batch and by pages, and told one by one", arguments: Transport.allCases)
    func runs(_ transport: Transport) async throws {
        try await transport.with(store: try await filled()) { ask in
            func ids(_ query: String) async throws -> [Int64] {
                try await ask("GET", "/v1/provisioning/runs" + query).object(ProvisioningRunList.self).runs.map(\.id)
            }
            #expect(try await ids("") == [3, 2, 1])
            #expect(try await ids("?batch=1") == [2, 1])
            #expect(try await ids("?before=3&limit=1") == [2])
            #expect(try await ids("?batch=9") == [])
            let run: ProvisioningRun = try await ask("GET", "/v1/provisioning/runs/3").object()
            #expect(run.id == 3 && run.batch == 2 && run.state == .writtenUnverified && run.steps == 24)
            #expect(run.uuid.description == Self.uuid && run.minor == 3 && run.address == "00:00:00:00:00:03")
            #expect(run.reason == RunReason(code: "not-heard", message: "Not heard.", hint: "Go nearer."))
        }
    }

    @Test("a run's exchange is told in its order, by pages, every byte of it", arguments: Transport.allCases)
    func exchange(_ transport: Transport) async throws {
        try await transport.with(store: try await filled()) { ask in
            let all: ExchangeList = try await ask("GET", "/v1/provisioning/runs/1/exchange").object()
            #expect(all.entries.map(\.number) == [1, 2, 3] && all.dropped == nil)
            #expect(all.entries.map(\.detail) == ["Line 1", "Line 2", "Line 3"])
            #expect(all.entries[0].hex == "4eff" && all.entries[0].phase == .note)
            let page: ExchangeList = try await ask("GET", "/v1/provisioning/runs/1/exchange?after=1&limit=1").object()
            #expect(page.entries.map(\.number) == [2])
        }
    }

    @Test("the stream of a batch that has ended says how its runs stand, and ends", arguments: Transport.allCases)
    func ended(_ transport: Transport) async throws {
        try await transport.with(store: try await filled()) { ask in
            let answer = try await ask("GET", "/v1/provisioning/progress?batch=1")
            #expect(answer.headers["content-type"] == "application/x-ndjson")
            struct Line: Decodable {
                let type: String
                let id: Int64?
                let state: String?
            }
            let lines = try answer.text.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            #expect(lines.map(\.type) == ["start", "run", "run", "end"])
            #expect(lines.compactMap(\.id) == [1, 2] && lines.compactMap(\.state) == ["failed", "verified"])
            let events = try await ask(
                "GET", "/v1/provisioning/progress?batch=1", headers: [("Accept", "text/event-stream")])
            #expect(events.headers["content-type"] == "text/event-stream" && events.text.contains("event: run\n"))
            let stopped: ProvisioningStopped = try await ask("POST", "/v1/provisioning/stop?batch=1").object()
            #expect(stopped.stopped == 0)
            #expect(try await ask("POST", "/v1/provisioning/stop").object(ProvisioningStopped.self).stopped == 0)
        }
    }

    @Test("the pool of shards is replaced whole, or not at all", arguments: Transport.allCases)
    func shards(_ transport: Transport) async throws {
        try await transport.with { ask in
            #expect(try await ask("GET", "/v1/provisioning/shards").object() == ShardPool(uuids: []))
            let put = try await ask(
                "PUT", "/v1/provisioning/shards", json: #"{"uuids":["e7b2c0215d074d0b9c20223488c8b012"]}"#)
            #expect(try put.object() == ShardPool(uuids: [ProximityUUID(stringLiteral: Self.uuid)]))
            let banned = "FDA50693-0000-0000-0000-000000000001"
            for (uuids, code, mentions) in [
                (#"["\#(Self.uuid)","x"]"#, "invalid-value", "uuids[1]"),
                (#"["\#(banned)"]"#, "banned-shard", "Feasycom"),
                (#"["\#(Self.uuid)","\#(Self.uuid.lowercased())"]"#, "same-shard", "Shard 2"),
            ] {
                try await Mistake(
                    "PUT", "/v1/provisioning/shards", json: #"{"uuids":\#(uuids)}"#, 400, code, mentions
                ).check(ask)
            }
            #expect(
                try await ask("GET", "/v1/provisioning/shards").object()
                    == ShardPool(uuids: [ProximityUUID(stringLiteral: Self.uuid)]))
        }
    }

    @Test("the ban list has prefixes, UUIDs and makers", arguments: Transport.allCases)
    func banList(_ transport: Transport) async throws {
        try await transport.with { ask in
            let list: BanListDescription = try await ask("GET", "/v1/provisioning/ban-list").object()
            #expect(list.entries.count == 15)
            #expect(list.entries.first == BannedUUID(prefix: "00000000", uuid: nil, vendors: ["unconfigured hardware"]))
            let generic = list.entries.first { $0.prefix == "FDA50693" }
            #expect(generic?.uuid == "FDA50693-A4E2-4FB1-AFCF-C6EB07647825")
            #expect(generic?.vendors == ["generic", "Feasycom", "Radioland"])
        }
    }

    @Test("profiles are told without their passwords", arguments: Transport.allCases)
    func profiles(_ transport: Transport) async throws {
        try await transport.with { ask in
            let answer = try await ask("GET", "/v1/provisioning/profiles")
            let list: ProvisioningProfileList = try answer.object()
            #expect(list.profiles.map(\.name) == ["cp28"] && list.profiles.first?.service == "ffe0")
            #expect(!"\(answer)".contains("555555"))
        }
    }

    private static func order(_ items: String) -> String { #"{"items":[\#(items)]}"# }

    private static let mistakes: [Mistake] = [
        Mistake("GET", "/v1/provisioning/runs/9", 404, "unknown-run", "no run 9"),
        Mistake("GET", "/v1/provisioning/runs/0", 400, "invalid-parameter", "run"),
        Mistake("GET", "/v1/provisioning/runs/x/exchange", 400, "invalid-parameter", "run"),
        Mistake("GET", "/v1/provisioning/runs/9/exchange", 404, "unknown-run"),
        Mistake("GET", "/v1/provisioning/runs?limit=1001", 400, "invalid-parameter", "1 to 1000"),
        Mistake("GET", "/v1/provisioning/runs?batch=0", 400, "invalid-parameter", "batch"),
        Mistake("GET", "/v1/provisioning/progress?batch=x", 400, "invalid-parameter", "batch"),
        Mistake("POST", "/v1/provisioning/stop?batch=-1", 400, "invalid-parameter", "batch"),
        Mistake("GET", "/v1/provisioning/stop", 405, "wrong-method"),
        Mistake("POST", "/v1/provisioning/shards", json: "{}", 405, "wrong-method"),
        Mistake("PUT", "/v1/provisioning/shards", json: "{}", 400, "missing-key", "uuids"),
        Mistake("POST", "/v1/provisioning/runs", json: order(""), 400, "invalid-value", "1 to 1000"),
        Mistake("POST", "/v1/provisioning/runs", json: order(item(1) + ",{}"), 400, "missing-key", "items[1].address"),
        Mistake("POST", "/v1/provisioning/runs", json: order(item(1)), 503, "no-dongle"),
        Mistake("POST", "/v1/provisioning/resume", json: "{}", 409, "nothing-to-resume"),
        Mistake("POST", "/v1/provisioning/verify", json: "{}", 409, "nothing-to-verify"),
        Mistake("POST", "/v1/provisioning/resume", json: #"{"runs":[9]}"#, 404, "unknown-run", "no run 9"),
        Mistake("POST", "/v1/provisioning/resume", json: #"{"runs":[9],"x":1}"#, 400, "unknown-key", "x"),
        Mistake("POST", "/v1/provisioning/verify", 415, "wrong-content-type"),
    ]

    @Test("what cannot be done is told with its reason", arguments: Transport.allCases)
    func mistakes(_ transport: Transport) async throws {
        try await transport.with { ask in
            for mistake in Self.mistakes { try await mistake.check(ask) }
            #expect(try await ask("GET", "/v1/provisioning/runs").object() == ProvisioningRunList(runs: []))
        }
    }

    @Test("an order has room for 1,000 beacons, however it is laid out", arguments: Transport.allCases)
    func large(_ transport: Transport) async throws {
        let items = (1...1_000).map { Self.item($0).replacing(",\"", with: ",\n                \"") }
        let body = Self.order(items.joined(separator: ",\n            "))
        let blanks = String(repeating: " ", count: 512 * 1024 - body.utf8.count)
        try await transport.with { ask in
            // The order is accepted as well-formed; there is just no dongle.
            try await Mistake("POST", "/v1/provisioning/runs", json: body + blanks, 503, "no-dongle").check(ask)
        }
    }

    @Test("an order that is larger is refused before it has come, and so is anything else that is as large")
    func tooLarge() async throws {
        try await TestServer.with(tcp: false) {
            $0.limits.bodyTime = .milliseconds(300)
        } _: { server in
            for (target, length, status) in [
                ("runs", 524_289, 413), ("runs?", 524_288, 408), ("resume", 65_537, 413), ("runs/1", 65_537, 413),
            ] {
                let client = try RawClient(socket: server.addresses.socket)
                try await client.send(
                    "POST /v1/provisioning/\(target) HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(length)\r\n\r\n")
                let text = try await client.read().text
                #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(target): \(text)")
            }
        }
    }
}

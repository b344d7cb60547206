import TestSupport
import Failures
import Foundation
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway
@testable import GatewayAPI

/// Requests for config actions, on a simulated FlockFinder.
@Suite(.timeLimit(.minutes(2))) struct ConfigRouteTests {
    private static let device = "ble:34:85:18:00:00:01"

    /// - Parameter options: Options of the FlockFinder, as the fields of a JSON object.
    private static func with(
        _ options: String = "", _ body: @escaping @Sendable (TestServer, Asker) async throws -> Void
    ) async throws {
        let scenario = """
            {"name": "flockfinder", "seed": 7, "advertisers": [], "peripherals": [
              {"advertiser": {"name": "FlockFinder", "address": "34:85:18:00:00:01", "addressType": "public",
                 "pdu": "ADV_IND", "intervalMs": 60}, "behaviour": "flockfinder", "connectionIntervalMs": 7.5,
               "connectLimitMs": 20, "largestMTU": 517, "flockFinder": {\(options)}}]}
            """
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8))))
        defer { dongle.stop() }
        try await TestServer.with(tcp: false) {
            $0.limits.silence = .milliseconds(50)
        } gateway: {
            $0.describe = { error in
                let failure = Failure(error)
                return (failure.code, failure.message, failure.hint)
            }
        } _: { server in
            _ = try await server.gateway.dongles.adopt(.path(dongle.path), baud: nil)
            try await body(server, server.asker(.socket))
        }
    }

    private static func order(_ rest: String = "", device: String = device) -> String {
        #"{"device":"\#(device)","timeout_ms":2000\#(rest)}"#
    }

    private static let agreed = #","may_remove":true"#

    private static func push(_ name: String, _ rest: String = "") -> String {
        let text =
            #"{\"version\":1,\"patterns\":{\"bleDeviceNames\":[{\"pattern\":\"\#(name)\",\"deviceType\":\"T\"}]}}"#
        return order(#","config":"\#(text)"\#(rest)"#)
    }

    private struct Line: Decodable {
        let type: String
        let phase: String?
        let bytes: Int?
        let of: Int?
        let simulated: Bool?
    }

    /// Returns the lines of a stream, and its report.
    private static func told(_ answer: Answer) throws -> (lines: [Line], report: ConfigReport) {
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.headers["content-type"]?.hasPrefix("application/x-ndjson") == true)
        let texts = answer.text.split(separator: "\n").map { Data($0.utf8) }
        let lines = try texts.map { try JSONDecoder().decode(Line.self, from: $0) }
        let place = try #require(lines.firstIndex { $0.type == "report" })
        return (lines, try JSONDecoder().decode(ConfigReport.self, from: texts[place]))
    }

    @Test("every order is a stream: its start, how far it is, one report, its end")
    func streams() async throws {
        try await Self.with { _, ask in
            let bodies = [
                ("read", Self.order()), ("diff", Self.order()), ("pull", Self.order(Self.agreed)),
                ("push", Self.push("Mine", Self.agreed)),
                ("sync", Self.order(#","prefer":"device""#)), ("save", Self.order()), ("restore", Self.order()),
                ("reset", Self.order(Self.agreed)),
            ]
            #expect(Set(bodies.map(\.0)) == Set(ConfigAction.allCases.map(\.rawValue)))
            for (action, body) in bodies {
                let (lines, report) = try Self.told(try await ask("POST", "/v1/config/\(action)", json: body))
                let types = lines.map(\.type).filter { $0 != "idle" }
                #expect(types.first == "start" && lines.first?.simulated == true, "\(action)")
                #expect(types.suffix(2) == ["report", "end"], "\(action)")
                #expect(types.dropFirst().dropLast(2).allSatisfy { $0 == "progress" }, "\(action): \(types)")
                let phases = lines.compactMap(\.phase)
                #expect(phases.starts(with: ["connecting", "reading"]), "\(action): \(phases)")
                #expect(report.action.rawValue == action && report.failure == nil, "\(action): \(report)")
                #expect(report.device.device == Self.device && report.device.simulated == true)
                let writes = lines.filter { $0.phase == "writing" }
                #expect(writes.isEmpty == !["push", "restore"].contains(action), "\(action)")
                #expect(writes.isEmpty || writes.first?.bytes == 0 && writes.last?.bytes == writes.last?.of)
                #expect(writes.map { $0.bytes ?? 0 } == writes.map { $0.bytes ?? 0 }.sorted())
            }
        }
    }

    @Test("an order goes as server-sent events too")
    func serverSentEvents() async throws {
        try await Self.with { _, ask in
            let answer = try await ask(
                "POST", "/v1/config/read", headers: [("Accept", "text/event-stream")], json: Self.order())
            #expect(answer.headers["content-type"]?.hasPrefix("text/event-stream") == true)
            let events = answer.text.split(separator: "\n").filter { $0.hasPrefix("event: ") }
            #expect(events.first == "event: start" && events.suffix(2) == ["event: report", "event: end"])
        }
    }

    @Test("what goes wrong at the device stands in the report, with its code, and the stream ends in order")
    func failures() async throws {
        try await Self.with(#""appliesNothing":true"#) { _, ask in
            let ignored = try Self.told(try await ask("POST", "/v1/config/push", json: Self.push("Mine", Self.agreed)))
            #expect(ignored.report.failure?.code == "config-ignored" && ignored.report.outcome == .notApplied)
            #expect(ignored.lines.last?.type == "end")
            let nobody = try Self.told(
                try await ask("POST", "/v1/config/read", json: Self.order(device: "ble:Nobody")))
            #expect(nobody.report.failure?.code == "device-not-heard" && nobody.report.held == nil)
            #expect(nobody.lines.map(\.phase).contains("searching"))
            let none = try Self.told(
                try await ask("POST", "/v1/config/restore", json: Self.order(#","transfer":99"#)))
            #expect(none.report.failure?.code == "unknown-transfer" && none.report.outcome == nil)
            let away = try Self.told(
                try await ask("POST", "/v1/config/read", json: Self.order(#","dongle":"other""#)))
            #expect(away.report.failure?.code == "unknown-dongle")
        }
    }

    @Test("a second order at a device is refused as a conflict while the first is under way")
    func conflict() async throws {
        try await Self.with(#""replies":"silent""#) { server, ask in
            // The order waits for the device for as long as it says, which is longer than this
            // test.
            let client = try await Self.send("read", #"{"device":"\#(Self.device)","timeout_ms":60000}"#, to: server)
            _ = try await client.read { $0.contains("\"reading\"") }
            try await Mistake("POST", "/v1/config/push", json: Self.push("Mine", Self.agreed), 409, "device-under-way")
                .check(ask)
            try await Mistake("POST", "/v1/config/read", json: Self.order(), 409, "device-under-way").check(ask)
            client.vanish()
        }
    }

    @Test("an order is carried out to its end though the client has left", arguments: [true, false])
    func left(isAbrupt: Bool) async throws {
        try await Self.with(#""replyDelayMs":200"#) { server, ask in
            var client: RawClient? = try await Self.send(
                "push", Self.push("Mine", #","save":true,"may_remove":true"#), to: server)
            _ = try await client?.read { $0.contains("\"start\"") }
            if isAbrupt { client?.vanish() } else { client = nil }
            try await eventually("it is done and kept") {
                let list: ConfigTransferList = try await ask(
                    "GET", "/v1/config/transfers?device=\(Self.device)"
                ).object()
                return list.transfers.map(\.action) == ["save", "push"]
                    && list.transfers.allSatisfy { $0.outcome?.rawValue.hasPrefix("applied") == true }
            }
            let devices: ConfigDeviceList = try await ask("GET", "/v1/config/devices").object()
            #expect(devices.devices.map(\.device) == [Self.device] && devices.devices.first?.saved != nil)
            // The device is free, and has the config.
            try await eventually("it is free") {
                try await ask("POST", "/v1/config/read", json: Self.order()).status == 200
            }
            let read = try Self.told(try await ask("POST", "/v1/config/read", json: Self.order()))
            #expect(read.report.held?.contains("Mine") == true)
        }
    }

    private static func send(_ action: String, _ body: String, to server: TestServer) async throws -> RawClient {
        let client = try RawClient(socket: server.addresses.socket)
        try await client.send(
            "POST /v1/config/\(action) HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client
    }

    @Test("scan settings are changed all or none, and told")
    func settings() async throws {
        try await Transport.memory.with { ask in
            #expect(try await ask("GET", "/v1/config/settings").object(ScanSettings.self).settings.isEmpty)
            let body = #"{"settings":{"channel_hop_interval":300,"stream_mode":1}}"#
            let set: ScanSettings = try await ask("PUT", "/v1/config/settings", json: body).object()
            #expect(set.settings == ["channel_hop_interval": 300, "stream_mode": 1])
            for bad in [#"{"stream_mode":0,"max_channel":15}"#, #"{"stream_mode":0,"odd":1}"#] {
                #expect(try await ask("PUT", "/v1/config/settings", json: "{\"settings\":\(bad)}").status == 400)
            }
            let none = #"{"settings":{"channel_hop_interval":null}}"#
            let rest: ScanSettings = try await ask("PUT", "/v1/config/settings", json: none).object()
            #expect(rest.settings == ["stream_mode": 1])
        }
    }

    @Test(
        "a body that is no order is refused before anything is done, by its status and code",
        arguments: [
            Mistake("POST", "/v1/config/read", 415, "wrong-content-type"),
            Mistake("POST", "/v1/config/read", json: "{", 400, "malformed-json"),
            Mistake("POST", "/v1/config/read", json: "[]", 400, "invalid-value"),
            Mistake("POST", "/v1/config/read", json: "{}", 400, "missing-key", "device"),
            Mistake("POST", "/v1/config/read", json: #"{"device":1}"#, 400, "invalid-value", "device"),
            Mistake("POST", "/v1/config/read", json: order(#","odd":1"#), 400, "unknown-key", "odd"),
            Mistake("POST", "/v1/config/read", json: order(device: ""), 400, "bad-device"),
            Mistake("POST", "/v1/config/read", json: order(device: "ble:"), 400, "bad-device"),
            Mistake("POST", "/v1/config/read", json: order(device: "FlockFinder-S3"), 400, "bad-device"),
            Mistake("POST", "/v1/config/read", json: order(#","save":true"#), 400, "pointless-field", "save"),
            Mistake("POST", "/v1/config/diff", json: order(#","dry_run":true"#), 400, "pointless-field", "dry_run"),
            Mistake("POST", "/v1/config/pull", json: order(#","config":"{}""#), 400, "pointless-field", "config"),
            Mistake("POST", "/v1/config/push", json: order(#","prefer":"host""#), 400, "pointless-field", "prefer"),
            Mistake("POST", "/v1/config/push", json: order(#","exact":true"#), 400, "pointless-field", "exact"),
            Mistake("POST", "/v1/config/push", json: order(#","config":"{""#), 400, "malformed-json"),
            Mistake("POST", "/v1/config/push", json: order(#","config":"{\"v\":2}""#), 400, "newer-config"),
            Mistake(
                "POST", "/v1/config/push", json: order(#","config":"{\"v\":1,\"ssid\":[{\"p\":\"\",\"t\":\"T\"}]}""#),
                400, "bad-entry", "Entry 1"),
            Mistake(
                "POST", "/v1/config/push", json: order(#","config":"{\"v\":1,\"chi\":1}""#), 400, "bad-setting",
                "100 to 65535"),
            Mistake("POST", "/v1/config/sync", json: order(#","prefer":"me""#), 400, "invalid-value", "prefer"),
            Mistake("POST", "/v1/config/save", json: order(#","wait_ms":1"#), 400, "invalid-value", "wait_ms"),
            Mistake("POST", "/v1/config/reset", json: order(#","transfer":1"#), 400, "pointless-field", "transfer"),
            Mistake(
                "POST", "/v1/config/restore", json: order(#","address_type":"x""#), 400, "invalid-value",
                "address_type"),
            Mistake("GET", "/v1/config/read", 405, "wrong-method"),
            Mistake("GET", "/v1/config/transfers", 400, "invalid-parameter", "device"),
            Mistake("GET", "/v1/config/devices?x=1", 400, "unknown-parameter", "x"),
            Mistake("PUT", "/v1/config/settings", json: "{}", 400, "missing-key", "settings"),
            Mistake("PUT", "/v1/config/settings", json: #"{"settings":{"odd":1}}"#, 400, "unknown-setting", "odd"),
            Mistake(
                "PUT", "/v1/config/settings", json: #"{"settings":{"max_channel":15}}"#, 400, "bad-setting", "1 to 14"),
        ])
    func refused(_ mistake: Mistake) async throws {
        let store = try Store.inMemory()
        try await Transport.memory.with(store: store) { ask in try await mistake.check(ask) }
        #expect(try await store.configs.devices().isEmpty)
    }
}

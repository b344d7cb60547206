import Foundation
import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct PatternRouteTests {
    private static let mine =
        #"{"kind":"mac","pattern":"B4-1E-52-A","device_type":"Mine","confidence":5,"source":"me"}"#

    @Test("a pattern is added, listed, changed, switched and removed", arguments: Transport.allCases)
    func life(_ transport: Transport) async throws {
        try await transport.with { ask in
            let added = try await ask("POST", "/v1/patterns", json: Self.mine)
            #expect(added.status == 201, "\(added.text)")
            let changes: PatternChanges = try added.object()
            #expect(changes.patterns.map(\.pattern) == ["b4:1e:52:a"])
            #expect(changes.nearDuplicates.notes.map(\.relation) == [.longerPrefix])

            let list: PatternList = try await ask("GET", "/v1/patterns?custom=yes").object()
            #expect(list.patterns == changes.patterns && list.total == 58)
            #expect(list.nearDuplicates == changes.nearDuplicates)

            let edit = #"{"kind":"mac","pattern":"b41e52a","device_type":"Yours","source":""}"#
            let edited: PatternChanges = try await ask("POST", "/v1/patterns/edit", json: edit).object()
            #expect(edited.patterns.map(\.type) == ["Yours"] && edited.patterns.map(\.source) == [nil])

            let these = #""patterns":[{"kind":"mac","pattern":"b41e52a"},{"kind":"ssid","pattern":"Flock-"}]"#
            let off: PatternChanges = try await ask(
                "POST", "/v1/patterns/switch", json: #"{"enabled":false,\#(these)}"#
            ).object()
            #expect(off.patterns.map(\.enabled) == [false, false])
            #expect(try await ask("POST", "/v1/patterns/remove", json: "{\(these)}").status == 204)
            #expect(try await ask("GET", "/v1/patterns").object(PatternList.self).total == 56)
            let reset: PatternResetReport = try await ask("POST", "/v1/patterns/reset", json: "{}").object()
            #expect(reset.sets.map(\.added) == [1])
        }
    }

    @Test("lists are as the model's own encoder writes them")
    func encoding() async throws {
        try await Transport.memory.with { ask in
            #expect(try await ask("POST", "/v1/patterns", json: Self.mine).status == 201)
            let answer = try await ask("GET", "/v1/patterns")
            let list: PatternList = try answer.object()
            let written = try JSONSerialization.jsonObject(with: Data(answer.body)) as? NSDictionary
            let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(list)) as? NSDictionary
            #expect(written == encoded && written != nil && list.nearDuplicates.count == 7)
        }
    }

    @Test(
        "a list is narrowed by its query",
        arguments: [
            ("kind=ssid", 13), ("enabled=yes", 27), ("custom=yes", 0), ("device_type=raven", 12), ("source=IEEE", 1),
            ("kind=mac&enabled=no", 10),
        ])
    func query(_ query: String, _ count: Int) async throws {
        try await Transport.memory.with { ask in
            let list: PatternList = try await ask("GET", "/v1/patterns?" + query).object()
            #expect(list.patterns.count == count && list.total == 57)
        }
    }

    @Test("a file is imported, checked and exported", arguments: Transport.allCases)
    func files(_ transport: Transport) async throws {
        try await transport.with { ask in
            let text = #"{\"v\":1,\"wsi\":6000,\"mac\":[{\"p\":\"b41e52b\",\"t\":\"Mine\"}]}"#
            let plan: PatternImportReport = try await ask(
                "POST", "/v1/patterns/import", json: #"{"text":"\#(text)","dry_run":true}"#
            ).object()
            #expect(plan.dryRun && plan.added == 1 && plan.settings == ["wifi_scan_interval": 6000])
            #expect(try await ask("GET", "/v1/patterns").object(PatternList.self).total == 57)
            let done: PatternImportReport = try await ask("POST", "/v1/patterns/import", json: #"{"text":"\#(text)"}"#)
                .object()
            #expect(!done.dryRun && done.added == 1)
            let export: PatternExport = try await ask("GET", "/v1/patterns/export?format=compact").object()
            #expect(export.format == .compact && export.count == 57 && export.text.contains("b4:1e:52:b"))
            let checked: PatternValidation = try await ask("POST", "/v1/patterns/validate", json: "{}").object()
            #expect(checked.kinds.map(\.count).reduce(0, +) == 58)
            let found: PatternMatches = try await ask(
                "POST", "/v1/patterns/match", json: #"{"address":"b4:1e:52:b0:00:00"}"#
            ).object()
            #expect(found.matches.map(\.pattern.pattern) == ["b4:1e:52", "b4:1e:52:b"])
        }
    }

    @Test("a file of 8 MiB is read, and a longer one refused")
    func large() async throws {
        try await Transport.socket.with { ask in
            let text = String(repeating: "x", count: 8 << 20)
            let longest = try await ask("POST", "/v1/patterns/validate", json: #"{"text":"\#(text)"}"#)
            #expect(try longest.object(Problem.self).code == "missing-column")
            let longer = try await ask("POST", "/v1/patterns/import", json: #"{"text":"x\#(text)"}"#)
            #expect(longer.status == 413)
            #expect(try longer.object(Problem.self).code == "file-too-large")
        }
    }

    @Test(
        "what cannot be is refused with its status and code",
        arguments: [
            ("POST", "/v1/patterns", mine + " ", 201, ""),
            ("POST", "/v1/patterns", #"{"kind":"wifi","pattern":"x","device_type":"y"}"#, 400, "invalid-value"),
            ("POST", "/v1/patterns", #"{"kind":"ssid","pattern":"","device_type":"y"}"#, 400, "pattern-empty"),
            ("POST", "/v1/patterns", #"{"kind":"ssid","pattern":"Flock-","device_type":"y"}"#, 409, "pattern-taken"),
            ("POST", "/v1/patterns/edit", #"{"kind":"ssid","pattern":"absent"}"#, 404, "unknown-pattern"),
            ("POST", "/v1/patterns/edit", #"{"kind":"ssid","pattern":"x","confidence":101}"#, 400, "invalid-value"),
            ("POST", "/v1/patterns/remove", #"{"patterns":[]}"#, 400, "invalid-value"),
            (
                "POST", "/v1/patterns/switch", #"{"enabled":true,"patterns":[{"kind":"mac","odd":1}]}"#, 400,
                "unknown-key"
            ),
            ("POST", "/v1/patterns/import", #"{"text":"{"}"#, 400, "malformed-json"),
            ("POST", "/v1/patterns/import", #"{"text":""}"#, 400, "file-empty"),
            ("POST", "/v1/patterns/import", #"{"text":"{\"v\":2}"}"#, 400, "newer-config"),
            (
                "POST", "/v1/patterns/import", #"{"text":"{\"v\":1,\"mac\":[{\"p\":\"x\"}]}"}"#, 400,
                "bad-address-prefix"
            ),
            ("POST", "/v1/patterns/match", "{}", 400, "nothing-asked"),
            ("POST", "/v1/patterns/match", #"{"uuids":["x"]}"#, 400, "bad-uuid"),
            ("POST", "/v1/patterns/reset", #"{"sets":["x"]}"#, 404, "unknown-set"),
            ("GET", "/v1/patterns?kind=wifi", "", 400, "invalid-parameter"),
            ("GET", "/v1/patterns/export?format=xml", "", 400, "invalid-parameter"),
        ])
    func refused(_ method: String, _ target: String, _ body: String, _ status: Int, _ code: String) async throws {
        try await Transport.memory.with { ask in
            let answer =
                body.isEmpty ? try await ask(method, target) : try await ask(method, target, json: body)
            #expect(answer.status == status, "\(answer.text)")
            if status >= 400 { #expect(try answer.object(Problem.self).code == code) }
        }
    }
}

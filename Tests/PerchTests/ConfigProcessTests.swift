import Foundation
import TestSupport
import Testing

/// The verbs for configs on simulated FlockFinders, as the real program.
@Suite(.timeLimit(.minutes(3))) struct ConfigProcessTests {
    private let home: TemporaryFolder
    private static let device = "ble:34:85:18:00:00:01"

    init() throws { home = try TemporaryFolder() }

    /// Starts a gateway with one device near it.
    private func serve(_ flockFinder: String = "{}", largestMTU: Int = 517) async throws -> ServingProcess {
        let scenario = try home.file(
            "scenario.json",
            """
            {"name": "one", "seed": 1, "peripherals": [{"advertiser": {"name": "One", "address": "34:85:18:00:00:01",
             "addressType": "public", "pdu": "ADV_IND", "intervalMs": 100}, "largestMTU": \(largestMTU),
             "connectionIntervalMs": 15, "connectLimitMs": 20, "behaviour": "flockfinder",
             "flockFinder": \(flockFinder)}]}
            """)
        let gateway = try await ServingProcess(["--scenario", scenario], in: home)
        // The gateway serves before its dongle is there, when a verb would find the dongle away.
        var looks = 1
        while looks < 100, try run("dongle", "info").status == 75 { looks += 1 }
        return gateway
    }

    private func start(_ arguments: [String]) throws -> PerchProcess {
        let process = try PerchProcess(
            arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 90)
        return process
    }

    private func config(_ verb: String, _ more: String...) throws -> PerchProcess.Ending {
        try start(["config", verb, "--device", Self.device] + more).end()
    }

    private func run(_ arguments: String...) throws -> PerchProcess.Ending { try start(arguments).end() }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("a config is pulled, edited, pushed, saved and proven, and brought back")
    func life() async throws {
        let gateway = try await serve(#"{"rebootAfterSaveMs": 1500}"#)
        defer { gateway.process.interrupt() }
        let asked = try config("pull", "--json")
        #expect(try code(asked) == "needs-consent" && asked.status == 64)
        let pulled = try config("pull", "--yes")
        #expect(pulled.status == 0 && pulled.output.contains("changes to the tables."), "\(pulled.errors)")
        #expect(try config("diff").output.contains("The device and the tables are the same."))
        #expect(try run("pattern", "add", "ble-name", "Mine", "--type", "Mine").status == 0)
        #expect(try run("config", "set", "ble_scan_interval", "4000").output == "  ble_scan_interval     4000 ms\n")
        let dry = try config("push", "--dry-run")
        #expect(dry.output.contains("↑ added to the device: ble-name Mine (Mine)"))
        #expect(dry.output.contains("↑ changed on the device: ble_scan_interval 5000 → 4000"))
        #expect(dry.status == 0 && dry.output.contains("Nothing was sent. Sending would make 2 changes to the device."))
        let pushed = try config("push", "--verify-reboot", "--json")
        #expect(pushed.status == 0, "\(pushed.errors)")
        let lines = try pushed.objects()
        let phases = lines.filter { $0["type"] as? String == "progress" }.compactMap { $0["phase"] as? String }
        #expect(Set(phases).isSuperset(of: ["connecting", "reading", "writing", "verifying", "saving", "restarting"]))
        #expect(lines.last?["outcome"] as? String == "applied-and-saved" && lines.last?["saved"] as? String == "proven")
        #expect(try config("show").output.contains("ble-name  Mine  Mine"))
        #expect(try config("show", "--raw").output.contains(#"{"pattern":"Mine","deviceType":"Mine","enabled":true}"#))
        let status = try run("config", "status")
        #expect(status.output.contains(", verified"))
        let restored = try config("restore")
        #expect(restored.status == 0 && restored.output.contains("read back, and the same"), "\(restored.errors)")
        #expect(!(try config("show").output.contains("Mine")))
    }

    @Test("a device whose config arrives cut says so, and nothing is sent")
    func cut() async throws {
        let gateway = try await serve(largestMTU: 255)
        defer { gateway.process.interrupt() }
        let ending = try config("push", "--json")
        #expect(try code(ending) == "config-cut" && ending.status == 76)
    }

    @Test("what both sides have changed is listed, and ends with 78 until somebody settles it")
    func conflict() async throws {
        let gateway = try await serve(
            """
            {"otherPush": {"afterReads": 2, "config": {"bleNames": [{"pattern": "Flock", "deviceType": "Theirs"}]}}}
            """)
        defer { gateway.process.interrupt() }
        #expect(try config("pull", "--yes").status == 0)
        #expect(try run("pattern", "edit", "ble-name", "Flock", "--type", "Ours").status == 0)
        #expect(try config("status").status == 0)
        let ending = try config("sync")
        #expect(ending.status == 78 && ending.output.contains("✗ ble-name Flock: host Ours, device Theirs"))
        #expect(try config("sync", "--prefer", "host").status == 0)
        #expect(try config("show").output.contains("ble-name  Flock  Ours"))
    }

    @Test("a file is pushed in either dialect, and one with an error says where")
    func file() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let good = try home.file("good.json", #"{"v":1,"bsi":4000,"ble_n":[{"p":"One","t":"T"}]}"#)
        let pushed = try config("push", "--file", good, "--replace")
        #expect(pushed.status == 0, "\(pushed.errors)")
        #expect(try config("show").output.contains("ble-name  One  T"))
        let bad = try home.file("bad.json", "{\"v\":1,\n \"mac\":[{\"p\" \"x\"}]}")
        let refused = try config("push", "--file", bad)
        #expect(refused.status == 65 && refused.errors.contains("line 2"), "\(refused.errors)")
        let empty = try home.file("empty.json", #"{"v":1,"ssid":[{"p":"","t":"T"}]}"#)
        #expect(try config("push", "--file", empty).status == 65)
    }

    @Test("a roundtrip writes a line a config, a report for build servers, and puts back what there was")
    func roundtrip() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let before = try config("show", "--raw").output
        let junit = home.path("junit.xml")
        let ending = try config("roundtrip", "--count", "13", "--config-seed", "7", "--junit", junit, "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = try ending.objects()
        #expect(lines.count { $0["type"] as? String == "roundtrip" } == 13)
        #expect(lines.last?["failed"] as? Int == 0 && lines.last?["put_back"] as? Bool == true)
        let text = try String(contentsOfFile: junit, encoding: .utf8)
        #expect(text.contains(#"tests="13" failures="0""#))
        #expect(try config("show", "--raw").output == before)
    }

    @Test("a device that says success and applies nothing is found out, by a push and by a roundtrip")
    func idle() async throws {
        let gateway = try await serve(#"{"appliesNothing": true}"#)
        defer { gateway.process.interrupt() }
        let pushed = try config("push", "--replace", "--json")
        #expect(try code(pushed) == "config-ignored" && pushed.status == 75)
        #expect(try pushed.objects().last?["outcome"] as? String == "not-applied")
        let ending = try config("roundtrip", "--count", "2", "--config-seed", "7", "--json")
        #expect(try code(ending) == "roundtrip-failed" && ending.status == 76, "\(ending.errors)")
        let result = try #require(try ending.objects().last)
        #expect(result["failed"] as? Int == 2 && result["put_back"] as? Bool == true)
    }

    @Test("what a roundtrip could not put back is reported, with a next step and 78")
    func notPutBack() async throws {
        // Another host is there at once when the device has taken its own config again.
        let gateway = try await serve(#"{"otherPush": {"afterConfigs": 2, "config": {"bleNames": []}}}"#)
        defer { gateway.process.interrupt() }
        let ending = try config("roundtrip", "--count", "1", "--config-seed", "7", "--json")
        #expect(try code(ending) == "config-not-put-back" && ending.status == 78, "\(ending.errors)")
        #expect(ending.errors.contains("Next: Run `perch config restore --device \(Self.device)`"))
        #expect(try ending.objects().last?["put_back"] as? Bool == false)
    }

    @Test("after ^C a roundtrip ends with the config under way, and the device gets back its own")
    func interrupted() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let before = try config("show", "--raw").output
        let process = try start(
            ["config", "roundtrip", "--device", Self.device, "--count", "1000", "--config-seed", "7", "--json"])
        while case let line = process.line(), !line.isEmpty, !line.contains(#""number":2"#) {}
        process.interrupt()
        let ending = try process.end()
        #expect(ending.status == 130, "\(ending.errors)")
        #expect(try ending.objects().last?["put_back"] as? Bool == true)
        let after = try config("show", "--raw")
        #expect(after.output == before, "\(after.errors)")
    }

    @Test("^C during a push says what became of it, which is carried out to its end")
    func interruptedPush() async throws {
        let gateway = try await serve(#"{"replyDelayMs": 1000}"#)
        defer { gateway.process.interrupt() }
        let file = try home.file("one.json", #"{"v":1,"ble_n":[{"p":"One","t":"T"}]}"#)
        let push = try start(
            ["config", "push", "--device", Self.device, "--file", file, "--replace", "--json"])
        while case let line = push.line(), !line.isEmpty, !line.contains(#""phase":"writing""#) {}
        push.interrupt()
        let ending = try push.end()
        #expect(try code(ending) == "interrupted" && ending.status == 130, "\(ending.errors)")
        #expect(ending.errors.contains("Waiting for the command to end"), "\(ending.errors)")
        #expect(try ending.objects().last?["outcome"] as? String == "applied")
        #expect(try config("show").output.contains("ble-name  One  T"))
    }

    @Test("on a terminal what a reset takes away is listed and asked for, and no leaves it as it is")
    func asked() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let file = try home.file("one.json", #"{"v":1,"ble_n":[{"p":"One","t":"T"}]}"#)
        #expect(try config("push", "--file", file, "--replace").status == 0)
        func reset() throws -> TerminalProgram {
            try TerminalProgram(
                [PerchProcess.binary.path, "config", "reset", "--device", Self.device],
                environment: PerchProcess.environment(home).merging(["PERCH_GATEWAY": "unix:\(home.path("s"))"]) { $1 })
        }
        let no = try reset()
        #expect(await no.shows("Go ahead? [y/N]: "))
        #expect(no.shown.contains("removed from the device: ble-name One (T)"), "\(no.shown)")
        no.type("\n")
        #expect(try await no.end() == 130)
        #expect(try config("show").output.contains("ble-name  One  T"))
        let yes = try reset()
        #expect(await yes.shows("Go ahead? [y/N]: "))
        yes.type("y\n")
        #expect(try await yes.end() == 0)
        #expect(!(try config("show").output.contains("ble-name  One  T")))
        let restored = try config("restore")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try config("show").output.contains("ble-name  One  T"))
    }

    @Test("a watch tells of what another host has changed")
    func watch() async throws {
        let gateway = try await serve(
            #"{"otherPush": {"afterReads": 2, "config": {"bleNames": [{"pattern": "Other", "deviceType": "O"}]}}}"#)
        defer { gateway.process.interrupt() }
        let ending = try config("watch", "--every", "1s", "--duration", "4s")
        #expect(ending.status == 0 && ending.output.contains("+ ble-name Other"), "\(ending.errors)")
    }

    @Test("^C ends a watch while it looks for its device, long before that gives up")
    func interruptedWatch() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let watch = try start(["config", "watch", "--device", "ble:Nobody", "--timeout", "10m"])
        await eventually("the watch has its dongle") { watch.errorsSoFar.contains("SIMULATED") }
        watch.interrupt()
        let ending = try watch.end()
        #expect(ending.status == 0, "\(ending.errors)")
    }

    @Test(
        "options that mean nothing together are refused before anything is asked",
        arguments: [
            ["config", "push", "--device", "ble:x", "--exact"],
            ["config", "save", "--device", "ble:x", "--wait", "5s"],
            ["config", "show", "--raw"], ["config", "set", "stream_mode", "on"],
            ["config", "roundtrip", "--device", "ble:x", "--count", "0"],
            ["config", "watch", "--device", "ble:x", "--every", "2h"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try PerchProcess(arguments, home: home).end().status == 64)
    }
}

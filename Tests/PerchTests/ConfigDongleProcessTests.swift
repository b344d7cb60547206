import TestSupport
import Foundation
import Testing

/// The verbs for configs, on the dongle's own config, as the real program.
@Suite(.timeLimit(.minutes(3))) struct ConfigDongleProcessTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Starts a gateway and waits for its dongle: the gateway serves earlier, when a verb would
    /// find the dongle away.
    private func serve() async throws -> ServingProcess {
        let gateway = try await ServingProcess(in: home)
        var looks = 1
        while looks < 100, try perch(["dongle", "info"]).status == 75 { looks += 1 }
        return gateway
    }

    private func perch(_ arguments: [String]) throws -> PerchProcess.Ending {
        let process = try PerchProcess(
            arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 90)
        return try process.end()
    }

    private func config(_ verb: String, _ more: String...) throws -> PerchProcess.Ending {
        try perch(["config", verb, "--device", "dongle"] + more)
    }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("a dongle that was never told anything holds nothing, and is told what the tables say")
    func life() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let fresh = try config("status")
        #expect(fresh.status == 0, "\(fresh.errors)")
        #expect(fresh.output.contains("dialect  nested, version 1, assumed profile dongle"))
        #expect(fresh.output.contains("holds    its factory config: 0 ssid, 0 mac, 0 ble-name, 0 ble-uuid"))
        #expect(fresh.output.contains("saved    nothing: the dongle starts with its factory config"))
        let shown = try config("show")
        #expect(shown.status == 0 && shown.output.contains("  ble_scan_interval     5000 ms"))

        let dry = try config("push", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("Nothing was sent. "), "\(dry.errors)")
        #expect(try config("show", "--raw").output == config("show", "--raw").output)
        let pushed = try config("push", "--json")
        #expect(pushed.status == 0, "\(pushed.errors)")
        let lines = try pushed.objects()
        let phases = lines.filter { $0["type"] as? String == "progress" }.compactMap { $0["phase"] as? String }
        #expect(phases.first == "reading" && Set(phases).isSuperset(of: ["writing", "verifying"]))
        #expect(lines.last?["outcome"] as? String == "applied" && lines.last?["differences"] as? Int == 0)
        #expect((lines.last?["device"] as? String)?.hasPrefix("dongle:") == true)
        #expect(try config("diff").output.contains("The device and the tables are the same."))
        #expect(try config("pull").output.contains("The tables are already the same as the device."))
        #expect(try config("status").output.contains("saved    no: the config is lost when the device restarts"))

        let saved = try config("save", "--verify-reboot", "--wait", "60s")
        #expect(
            saved.status == 0 && saved.output.contains("applied and saved: verified after a restart"), "\(saved.errors)"
        )
        #expect(try config("status").output.contains("saved    yes, in flash"))
        let list = try perch(["config", "status"])
        #expect(list.status == 0 && list.output.hasPrefix("dongle:") && list.output.contains(", verified"))
    }

    @Test("a roundtrip leaves a factory config a factory config, and a saved one beside another as it was")
    func roundtrips() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        func lines() throws -> [Substring] {
            try config("status").output.split(separator: "\n").filter { $0.contains("holds ") || $0.contains("saved ") }
        }
        func roundtrip() throws {
            let before = try lines()
            let ending = try config("roundtrip", "--count", "2", "--config-seed", "7")
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(ending.output.contains("byte for byte, and starts with the same one as before"))
            #expect(try lines() == before)
        }
        try roundtrip()
        #expect(try config("push", "--save").status == 0)
        try roundtrip()
        #expect(try perch(["pattern", "add", "ble-name", "Unsaved", "--type", "T"]).status == 0)
        #expect(try config("push").status == 0)
        try roundtrip()
    }

    @Test("what both sides have changed is listed and ends with 78; all else is taken over")
    func sync() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        #expect(try perch(["pattern", "add", "ble-name", "Both", "--type", "First"]).status == 0)
        #expect(try config("push").status == 0)
        // A config that another host has sent.
        let raw = try config("show", "--raw").output
        let theirs = try home.file(
            "theirs.json",
            raw.replacing(#""pattern":"Both","deviceType":"First""#, with: #""pattern":"Both","deviceType":"Theirs""#))
        #expect(try config("push", "--file", theirs, "--exact").status == 0)
        #expect(try perch(["pattern", "edit", "ble-name", "Both", "--type", "Ours"]).status == 0)
        #expect(try perch(["pattern", "add", "ble-name", "New", "--type", "N"]).status == 0)
        let ending = try config("sync", "--json")
        #expect(ending.status == 78, "\(ending.errors)")
        #expect(try code(ending) == "config-conflicts" && ending.objects().last?["conflicts"] as? Int == 1)
        #expect(try config("show").output.contains("ble-name  New  N"))
        let settled = try config("sync", "--prefer", "device", "--save")
        #expect(settled.status == 0 && settled.output.contains("saved in flash"), "\(settled.errors)")
        #expect(try perch(["pattern", "list", "--kind", "ble-name"]).output.contains("Theirs"))
        #expect(try config("diff").output.contains("The device and the tables are the same."))
    }

    @Test("what it tells is a file that it takes back; a reset empties it, and restore brings back what was there")
    func files() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        #expect(try config("push", "--save").status == 0)
        let raw = try config("show", "--raw").output
        let held = try home.file("held.json", raw)
        #expect(try config("push", "--file", held).output.contains("The device already holds this config."))

        let junit = home.path("junit.xml")
        let roundtrip = try config("roundtrip", "--count", "13", "--config-seed", "7", "--junit", junit, "--json")
        #expect(roundtrip.status == 0, "\(roundtrip.errors)")
        #expect(try roundtrip.objects().last?["put_back"] as? Bool == true)
        let report = try String(contentsOfFile: junit, encoding: .utf8)
        #expect(report.hasPrefix("<?xml") && report.contains(#"tests="13" failures="0""#))
        #expect(try config("show", "--raw").output == raw)

        #expect(try config("reset").status == 64)
        let reset = try config("reset", "--yes")
        #expect(reset.status == 0, "\(reset.errors)")
        #expect(try config("status").output.contains(": 0 ssid, 0 mac, 0 ble-name, 0 ble-uuid"))
        let restored = try config("restore", "--save")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try config("show", "--raw").output == raw)
        let again = try config("restore", "--dry-run")
        #expect(again.status == 0 && again.output.contains("Nothing was sent"), "\(again.errors)")
    }

    @Test("what cannot be done ends with its exit code, and nothing has changed")
    func refusals() async throws {
        let gateway = try await serve()
        defer { gateway.process.interrupt() }
        let nothing = try config("restore", "--json")
        #expect(try code(nothing) == "nothing-to-restore" && nothing.status == 69)
        #expect(try config("push", "--save").status == 0)
        let before = try config("show", "--raw").output
        let unknown = try config("restore", "--transfer", "999", "--json")
        #expect(try code(unknown) == "unknown-transfer" && unknown.status == 69)
        let bad = try config("push", "--file", try home.file("bad.json", "{"), "--json")
        #expect(try code(bad) == "malformed-json" && bad.status == 65)
        let long = (0..<900).map { #"{"p":"a name of thirty bytes \#(1000 + $0)","t":"T"}"# }.joined(separator: ",")
        let large = try config("push", "--file", try home.file("large.json", #"{"v":1,"ble_n":[\#(long)]}"#), "--json")
        #expect(try code(large) == "config-too-large" && large.status == 65, "\(large.errors)")
        #expect(try config("push", "--file", home.path("absent.json")).status == 66)
        #expect(try config("show", "--raw").output == before)
        let away = try config("status", "--dongle", "nobody", "--json")
        #expect(try code(away) == "unknown-dongle" && away.status == 69)
    }
}

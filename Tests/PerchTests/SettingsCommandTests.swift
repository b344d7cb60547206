import TestSupport
import Foundation
import Settings
import Testing

@Suite(.timeLimit(.minutes(2))) struct SettingsCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home, environment: environment).end()
    }

    @Test("show lists every setting with its origin, as prose that is TOML")
    func show() throws {
        let path = try home.file("perch.toml", "[scan]\nmode = \"passive\"\n")
        let ending = try run("settings", "show", "--config", path, environment: ["PERCH_EVENTS_KEEP": "7"])
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = ending.output.split(separator: "\n").map(String.init)
        #expect(lines.count == SettingKey.all.count)
        #expect(lines.contains { $0.hasPrefix("scan.mode = \"passive\" ") && $0.hasSuffix("# file \(path):2") })
        #expect(lines.contains { $0.hasPrefix("events.keep = 7 ") && $0.hasSuffix("# environment PERCH_EVENTS_KEEP") })
        #expect(
            lines.contains { $0.hasPrefix("store.folder = \"\(home.path)/perch\"") && $0.hasSuffix("# default") }
        )
        let again = try home.file("again.toml", ending.output)
        #expect(try run("settings", "check", again).status == 0, "What it shows can be a file.")
    }

    @Test("show as JSON is one line a setting and a result")
    func json() throws {
        let ending = try run("settings", "show", "--json", environment: ["PERCH_CONFIG": try home.file("f", "")])
        let objects = try ending.objects()
        #expect(objects.count == SettingKey.all.count + 1)
        #expect(objects.first?["type"] as? String == "setting")
        #expect(objects.first?["key"] as? String == "gateway.name")
        #expect(objects[1]["value"] as? String == "[\"auto\"]")
        #expect(objects.first?["origin"] as? String == "default")
        #expect(objects.last?["count"] as? Int == SettingKey.all.count)
    }

    @Test("check tells everything that is wrong in files and environment, and ends with 78")
    func check() throws {
        let path = try home.file("perch.toml", "[dongles]\nport = []\n[scan]\nmin_rssi = -300\n")
        let ending = try run(
            "settings", "check", environment: ["PERCH_CONFIG": path, "PERCH_LOG_LEVEL": "loud"])
        #expect(ending.status == 78)
        #expect(
            ending.output == """
                \(path):2: dongles.port is not a setting; did you mean dongles.ports?
                \(path):4: scan.min_rssi is -300; it takes an integer, -127...20, or "none"
                PERCH_LOG_LEVEL: log.level is "loud"; it takes "error", "warning", "info", "debug"

                """)
        #expect(ending.errors.contains("The configuration has 3 mistakes."))
    }

    @Test("check looks at each named file by itself, and a missing one ends with 66 once the others are told")
    func named() throws {
        let right = try home.file("right.toml", "[log]\nlevel = \"info\"\n")
        let wrong = try home.file("wrong.toml", "[=]\n")
        #expect(try run("settings", "check", right).status == 0)
        let ending = try run("settings", "check", right, "/nowhere", wrong, "--json")
        #expect(ending.status == 66)
        let objects = try ending.objects()
        #expect(objects.count == 2)
        #expect(objects.first?["type"] as? String == "finding")
        #expect(objects.first?["place"] as? String == "\(wrong):1")
        #expect(objects.last?["findings"] as? Int == 1)
    }

    @Test("the user's file is stronger than none, and need not be there")
    func user() throws {
        #expect(try run("settings", "check").status == 0)
        try FileManager.default.createDirectory(atPath: home.path("perch"), withIntermediateDirectories: true)
        try home.file("perch/perch.toml", "[events]\nkeep = 3\n")
        let ending = try run("settings", "show")
        #expect(ending.output.contains("events.keep = 3 "))
    }

    @Test("a file that somebody wrote is never changed")
    func unchanged() throws {
        let text = "# mine\n[scan]\nmode='passive'"
        let path = try home.file("perch.toml", text)
        _ = try run("settings", "show", "--config", path)
        _ = try run("settings", "check", path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
}

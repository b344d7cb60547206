import TestSupport
import Foundation
import Testing

/// `perch pattern` as users and scripts run it, without a gateway and without a dongle.
@Suite(.timeLimit(.minutes(2))) struct PatternProcessTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func pattern(_ arguments: String...) throws -> PerchProcess.Ending {
        try PerchProcess(["pattern"] + arguments, home: home).end()
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = home.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("what comes with the program is listed, for people and for scripts")
    func list() throws {
        let table = try pattern("list", "--kind", "ble-uuid", "--enabled")
        #expect(table.status == 0, "\(table.errors)")
        let lines = table.output.split(separator: "\n")
        #expect(lines.count == 7 && lines[1].hasPrefix("on   ble-uuid          3100"))
        #expect(lines.last == "5 patterns, 5 enabled; 52 not shown.")
        let json = try pattern("list", "--json").objects()
        #expect(json.count(where: { $0["type"] as? String == "pattern" }) == 57)
        #expect(json.first?["device_type"] as? String == "Flock Safety")
        #expect(json.count(where: { $0["type"] as? String == "near-duplicate" }) == 6)
        #expect(json.last?["count"] as? Int == 57 && json.last?["enabled"] as? Int == 27)
    }

    @Test("a pattern is added, changed, disabled, enabled and removed, and stays so between verbs")
    func life() throws {
        let added = try pattern("add", "mac", "B4-1E-52-A", "--type", "Mine", "--confidence", "5")
        #expect(added.status == 0 && added.output.hasPrefix("Added: mac b4:1e:52:a → Mine\nNote: "), "\(added.errors)")
        let again = try pattern("add", "mac", "b41e52a", "--type", "Mine", "--json")
        #expect(again.status == 64 && again.output.contains(#""code":"pattern-taken""#))
        #expect(try pattern("edit", "mac", "b41e52a", "--type", "Yours").output.contains("→ Yours (5 %)"))
        #expect(try pattern("disable", "mac", "b41e52a", "58:8e:81").output.contains("Disabled: mac 58:8e:81"))
        let match = try pattern("match", "--mac", "b4:1e:52:a0:00:00")
        #expect(match.output.contains("✓ mac b4:1e:52 ") && match.output.contains("· mac b4:1e:52:a "))
        #expect(try pattern("enable", "mac", "b41e52a").status == 0)
        #expect(try pattern("remove", "mac", "b41e52a").output == "Removed: mac b4:1e:52:a\n")
        #expect(try pattern("remove", "mac", "b41e52a").status == 69)
        let asked = try pattern("reset-defaults", "--json")
        #expect(asked.status == 64 && asked.output.contains(#""code":"needs-consent""#))
        #expect(asked.output.contains("mac 58:8e:81"), "what would go is named")
        let reset = try pattern("reset-defaults", "--set", "standard", "--set", "sourced", "--yes")
        #expect(reset.output.contains("standard, version 2: 0 added, 1 restored"))
        #expect(reset.output.contains("sourced, version 2: 22 added"))
        #expect(try pattern("undo").output.contains("as they were before the reset-defaults of "))
        #expect(
            try pattern("list", "--json").output.contains(
                #""pattern":"58:8e:81","device_type":"FS Ext Battery","enabled":false"#))
        #expect(try pattern("undo").status == 69)
    }

    @Test("a file is imported after a dry run has shown what it does, and exported again")
    func files() throws {
        let file = try write(
            #"{"v":1,"wsi":6000,"odd":1,"mac":[{"p":"B41E52B","t":"Mine"}],"ssid":[{"p":"Flock-","t":"Camera"}]}"#,
            "config.json")
        let dry = try pattern("import", file, "--dry-run")
        let shown = [
            "~ ssid Flock-, Camera: type \"Flock Safety\" → \"Camera\"", "+ mac b4:1e:52:b, Mine",
            "~ scan setting wifi_scan_interval: 6000", "Note: The key odd is unknown, and is left out.",
            "compact: 1 added, 1 changed, 0 unchanged, 0 repeated, 0 refused.",
        ]
        for line in shown { #expect(dry.output.contains(line), "\(dry.output)") }
        #expect(dry.status == 0 && dry.output.hasSuffix("Nothing was changed: this was a dry run.\n"))
        #expect(try pattern("list", "--custom").output.contains("0 patterns"))
        let real = try pattern("import", file)
        for line in shown { #expect(real.output.contains(line), "\(real.output)") }
        #expect(try pattern("list", "--custom", "--json").objects().last?["count"] as? Int == 1)

        let sheet = home.path("patterns.csv")
        #expect(try pattern("export", "-o", sheet).errors == "perch: \(sheet): 58 patterns.\n")
        #expect(try pattern("export", "-o", sheet).status == 73)
        #expect(
            try pattern("import", sheet).output.hasSuffix(
                "csv: 0 added, 0 changed, 58 unchanged, 0 repeated, 0 refused.\n"))
        let config = try pattern("export", "--enabled")
        #expect(
            config.output.hasPrefix(#"{"version":1,"scanConfig":{"#)
                || config.output.hasPrefix(#"{"version":1,"patterns":{"#))
    }

    @Test("where rows are no patterns, all of them are told, and nothing is imported unless they are to be left out")
    func refused() throws {
        let file = try write("kind,pattern,type\nmac,b4,x\nssid,new,x\nwifi,y,x\n", "bad.csv")
        let refused = try pattern("import", file)
        #expect(refused.status == 65)
        #expect(refused.output.contains("! line 2: ") && refused.output.contains("! line 4: "))
        #expect(refused.errors.contains("2 rows") && refused.errors.contains("Nothing was changed."))
        #expect(try pattern("list", "--custom").output.contains("0 patterns"))
        let dry = try pattern("import", file, "--dry-run")
        #expect(dry.status == 65 && dry.output.hasSuffix("Nothing was changed: this was a dry run.\n"))
        // Only a dry run reports the patterns that would be added.
        #expect(dry.output.contains("1 added") && refused.output.contains("0 added"))
        #expect(try pattern("import", file, "--dry-run", "--skip-bad").status == 0)
        #expect(try pattern("validate", file).status == 65)
        #expect(try pattern("import", file, "--skip-bad").status == 0)
        #expect(try pattern("list", "--custom").output.contains("1 pattern, 1 enabled"))
    }

    @Test(
        "what cannot be read is told with its place",
        arguments: [
            ("{\"v\":1,\n \"mac\":[}", "line 2, column 9"), ("{\"v\":9}", "version 9"), ("", "file is empty"),
            ("a,b\n", "does not name the column kind, pattern, type"),
        ])
    func unreadable(_ text: String, _ told: String) throws {
        let ending = try pattern("import", try write(text, "bad"))
        #expect(ending.status == 65 && ending.errors.contains(told), "\(ending.errors)")
    }

    @Test("a file that is not UTF-8 is refused with its line")
    func notUTF8() throws {
        let path = home.path("latin1.csv")
        try Data(Array("kind,pattern,type\nssid,".utf8) + [0xFC, 0x0A]).write(to: URL(fileURLWithPath: path))
        let ending = try pattern("import", path)
        #expect(ending.status == 65 && ending.errors.contains("line 2"), "\(ending.errors)")
    }

    @Test("validating tells what is alike and what fits, and fails where a device is named that it does not fit")
    func validate() throws {
        let whole = try pattern("validate")
        #expect(whole.status == 0 && whole.output.contains("✓ real ") && whole.output.contains("✓ document "))
        #expect(whole.output.contains("Note: ssid Flock differs from ssid flock only in case"))
        let rows = (0..<31).map { "ssid,Network \($0)!,x" }.joined(separator: "\n")
        let file = try write("kind,pattern,type\n" + rows, "many.csv")
        #expect(try pattern("validate", file).status == 0)
        let real = try pattern("validate", file, "--device", "real")
        #expect(real.status == 65 && real.output.contains("31 patterns of kind ssid, of which the device keeps 30"))
        #expect(try pattern("validate", file, "--device", "document").status == 0)
        #expect(try pattern("validate", "--device", "toaster").status == 64)
    }

    @Test(
        "what is missing on the command line is usage",
        arguments: [
            ["match"], ["edit", "ssid", "Flock-"], ["add", "mac", "b41e52", "--type", "x", "--case-sensitive"],
            ["enable", "ssid"],
            ["add", "wifi", "x", "--type", "y"], ["list", "--enabled", "--disabled"],
        ])
    func usage(_ arguments: [String]) throws {
        #expect(try PerchProcess(["pattern"] + arguments, home: home).end().status == 64)
    }

    @Test("a running gateway does the same")
    func gateway() async throws {
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        #expect(try gateway.run("pattern", "add", "ssid", "Mine", "--type", "x").status == 0)
        let list = try gateway.run("pattern", "list", "--custom", "--json").objects()
        #expect(list.last?["count"] as? Int == 1)
        #expect(try gateway.stop().status == 0)
        #expect(try pattern("list", "--custom").output.contains("Mine"))
    }
}

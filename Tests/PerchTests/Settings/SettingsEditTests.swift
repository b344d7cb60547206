import Testing

@testable import Settings

@Suite struct SettingsEditTests {
    private func edited(_ text: String, _ name: String = "bar", ports: [String]? = nil) throws -> String? {
        let named = SettingsEdit(try #require(SettingKey.named("gateway.name")), .text(name))
        let port = try ports.map { SettingsEdit(try #require(SettingKey.named("dongles.ports")), .list($0)) }
        return try SettingsEdit.applying([named] + (port.map { [$0] } ?? []), to: text, path: "perch.toml")
    }

    @Test("a new file, a new table, a new key and a new value: all else stays, comments too")
    func edits() throws {
        #expect(try edited("") == "[gateway]\nname = \"bar\"\n")
        #expect(
            try edited("# mine\n[scan]\nmode = \"passive\"\n\n\n")
                == "# mine\n[scan]\nmode = \"passive\"\n\n[gateway]\nname = \"bar\"\n")
        #expect(try edited("[gateway] # here\n\n[scan]\n") == "[gateway] # here\nname = \"bar\"\n\n[scan]\n")
        #expect(
            try edited("[gateway]\n  name='foo#1'  # old\n[scan]\nmode = \"active\"")
                == "[gateway]\n  name=\"bar\"  # old\n[scan]\nmode = \"active\"")
        #expect(try edited("gateway.name = \"a\\\"b\"\n") == "gateway.name = \"bar\"\n")
    }

    @Test("a value that needs quoting is read back as it was given")
    func quoting() throws {
        for name in ["a\"b", "a\\b", "# no comment", "ü 🍺", "a\tb"] {
            let text = try #require(try edited("[gateway]\nname = \"x\"\n", name))
            let file = SettingsFile(path: "", bytes: Array(text.utf8))
            #expect(file.values.first?.value == .text(name), "\(text)")
        }
    }

    @Test("two settings at once, one of them a list")
    func several() throws {
        let text = "[dongles]\nports = [\"auto\", \"sim\"] # two\n"
        #expect(
            try edited(text, ports: ["id:A"])
                == "[dongles]\nports = [\"id:A\"] # two\n\n[gateway]\nname = \"bar\"\n")
    }

    @Test(
        "a file whose layout Perch does not change is left to its owner",
        arguments: [
            "gateway = { name = \"foo\" }\n", "[gateway]\nname = \"\"\"foo\n\"\"\"\n", "gateway.name = '''a'''\n",
            "dongles = { ports = [\"auto\"] }\n", "[dongles]\nports = [\n  \"auto\",\n]\n",
        ])
    func leftAlone(_ text: String) throws {
        #expect(try edited(text, ports: ["id:A"]) == nil)
    }

    @Test("an invalid file is refused with its mistakes")
    func invalid() {
        #expect(throws: SettingsError.self) { try edited("[scan]\nmode = 1\n") }
        #expect(throws: SettingsError.self) { try edited("[scan\n") }
    }
}

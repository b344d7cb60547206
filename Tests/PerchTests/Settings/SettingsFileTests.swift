import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsFileTests {
    /// Returns the findings in a text, as `LINE: MESSAGE`.
    private func findings(_ text: String) -> [String] {
        findings(Array(text.utf8))
    }

    private func findings(_ bytes: [UInt8]) -> [String] {
        SettingsFile(path: "f", bytes: bytes).findings.map { "\($0.place.dropFirst(2)): \($0.message)" }
    }

    @Test("a file with every setting is read, with the line of each")
    func whole() {
        let file = SettingsFile(
            path: "f",
            bytes: Array(
                """
                [dongles]
                ports = [
                  "auto", # one
                  "/dev/ttyACM0",
                ]
                radios = ["usb:0", "serial:/dev/ttyACM0,1000000,rtscts"]
                baud = 115_200
                [scan]
                always = false
                mode = 'passive'
                min_rssi = -80
                [socket]
                path = "/s"
                group = "g"
                [http]
                listen = "localhost:1"
                token_file = "/t"
                tls_certificate = "/c"
                tls_key = "/k"
                [esphome]
                listen = "0.0.0.0:6053"
                encryption = false
                proxies = "each"
                companies = ["0x0499"]
                reserved_slots = 2
                mdns = false
                [store]
                folder = "/f"
                [events]
                keep = 7
                keep_days = 8
                [history]
                days = 9
                megabytes = 10
                [beacons]
                capacity = 1_000
                distance = "log-distance"
                path_loss = "2.5"
                tell_addresses_apart = true
                [detection]
                enabled = false
                [provisioning]
                profiles = "/etc/perch/profiles"
                [payfrit]
                environment = "http://127.0.0.1:8090/api"
                api = "cfm"
                pinned_certificate = "/p"
                [till]
                environment = "production"
                pinned_certificate = "/p"
                badges = true
                notices = true
                [notify]
                desktop = "off"
                webhooks = ["https://a.example"]
                webhook_secret_file = "/w"
                command = ["/bin/sh", "-c", "exit"]
                [log]
                level = "error"
                [gateway]
                name = "bar"
                """.utf8))
        #expect(file.findings.isEmpty)
        #expect(Set(file.values.map(\.key.path)) == Set(SettingKey.all.map(\.path)))
        var settings = Settings()
        for (key, value, _) in file.values { key.set(&settings, value) }
        #expect(settings.ports == ["auto", "/dev/ttyACM0"] && !settings.detects)
        #expect(settings.radios == ["usb:0", "serial:/dev/ttyACM0,1000000,rtscts"])
        #expect(settings.baud == 115_200)
        #expect(!settings.scansAlways)
        #expect(settings.eventDays == 8)
        #expect(settings.proxyCompanies == ["0x0499"] && settings.proxyDivision == "each")
        #expect(settings.payfritEnvironment == "http://127.0.0.1:8090/api" && settings.payfritAPI == "cfm")
        #expect(settings.notifyCommand == ["/bin/sh", "-c", "exit"])
        #expect(file.values.first { $0.key.path == "dongles.baud" }?.line == 7)
        #expect(file.values.first { $0.key.path == "log.level" }?.line == 59)
    }

    @Test("every mistake is told at once, in the order of lines")
    func all() {
        let found = findings(
            """
            [dongles]
            port = ["auto"]
            baud = 7

            [scan]
            mode = true
            min_rssi = -70.5
            [sockets]
            path = "/x"
            [store]
            folder = "here"
            """)
        #expect(found.count == 6)
        #expect(found[0] == "2: dongles.port is not a setting; did you mean dongles.ports?")
        #expect(found[1].hasPrefix("3: dongles.baud is 7; it takes \"auto\", 1200"))
        #expect(found[2] == "6: scan.mode is true; it takes \"active\", \"passive\"")
        #expect(found[3].hasPrefix("7: scan.min_rssi is a number with a fraction; it takes an integer"))
        #expect(found[4] == "8: sockets is not a setting; did you mean [socket]?")
        #expect(found[5] == "11: store.folder is \"here\"; it takes a string: an absolute path")
    }

    @Test(
        "a name that means nothing has the one that was meant",
        arguments: [
            ("[scan]\nmin-rssi = 1", "2: scan.min-rssi is not a setting; did you mean scan.min_rssi?"),
            ("[scan]\nalwasy = true", "2: scan.alwasy is not a setting; did you mean scan.always?"),
            ("[scan]\nbaud = 9600", "2: scan.baud is not a setting; did you mean dongles.baud?"),
            ("ports = []", "1: ports is not a setting; did you mean dongles.ports?"),
            ("[SCAN]\nmode = 'active'", "1: SCAN is not a setting; did you mean [scan]?"),
            ("[scan]\nquux = 1", "2: scan.quux is not a setting"),
            ("[scan.mode]\nx = 1", "1: scan.mode is a table; it takes \"active\", \"passive\""),
            ("scan = 3", "1: scan is 3; it must be a table, [scan]"),
            (
                "[[scan]]\nmode = 'active'",
                "1: scan is an array with items that are not strings; it must be a table, [scan]"
            ),
            ("\n[scan]\n\"a.b\".c = 1", "3: scan.a.b is not a setting"),
        ])
    func unknown(text: String, finding: String) {
        #expect(findings(text) == [finding])
    }

    @Test("keys that are set twice are all told, with the first line")
    func repeated() {
        let found = findings(
            """
            [scan]
            mode = "active"
            mode = "passive"
            [log]
            level = "info"
            [scan]
            always = true
            """)
        #expect(found == ["3: scan.mode is already set on line 2", "6: scan is already set on line 1"])
    }

    @Test("a text that is not TOML is told with every line that is not")
    func syntax() {
        #expect(
            findings("[scan]\n# a comment\nmode = active\n[log\n") == [
                "3: this is not TOML: active is not a value; put a string in quotes",
                "4: this is not TOML: ] is missing after the table's name",
            ])
    }

    @Test("what only the parser sees is told with its line")
    func parser() throws {
        let found = findings("[scan]\nmode = \"\\q\"\n")
        #expect(found.count == 1)
        #expect(try #require(found.first).hasPrefix("2: this is not TOML: "))
    }

    @Test(
        "texts at which the parser would end the process do not reach it",
        arguments: ["[=]", "[[=]]", "a={a=[}", "a=1979-05-27T:073"])
    func lethal(text: String) {
        #expect(findings(text).count == 1)
    }

    @Test("what the parser would not see is told: bytes that are no text, and a zero byte")
    func bytes() {
        #expect(findings(Array("[scan]\nmode = '".utf8) + [0xFF] + Array("'\n".utf8)) == ["2: this is not UTF-8 text"])
        #expect(findings("[scan]\n\n\0quux = 1") == ["3: this is not UTF-8 text"])
    }

    @Test("an empty text, a comment and a byte order mark set nothing", arguments: ["", "# x", "\u{FEFF}", "\r\n\r\n"])
    func empty(text: String) {
        #expect(findings(text).isEmpty)
    }

    @Test("lines that end in CR LF count once")
    func windows() {
        #expect(findings("[scan]\r\n\r\nquux = 1\r\n") == ["3: scan.quux is not a setting"])
    }

    @Test("a file that is too large is not read")
    func large() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("f", String(repeating: "#", count: SettingsFile.sizeLimit + 1))
        #expect(try SettingsFile.read(path)?.findings.count == 1)
        try folder.file("f", String(repeating: "#", count: SettingsFile.sizeLimit))
        #expect(try SettingsFile.read(path)?.findings.isEmpty == true)
    }

    @Test("nothing that is cut short or damaged stops it")
    func damaged() {
        let text = Array(
            "[a.\"b\\u00e9\"]\nx = [1, {y = '''\n''', z = \"\\\"\"}, [\n# ]\n]]\n\"k\" . 'l' = \"\"\"a\\\n \"\"\"\"\"\n[[c]]\n"
                .utf8)
        #expect(TOMLOutline(String(decoding: text, as: UTF8.self)).first[["c"]] == 8)
        for length in 0...text.count {
            _ = findings(Array(text[..<length]))
            guard length < text.count else { continue }
            for byte in Array("\"'[]{}=#\\\n,.".utf8) + [0, 0x80] {
                var changed = text
                changed[length] = byte
                _ = findings(changed)
            }
        }
    }
}

import FlockFinder
import Testing

struct PatternFileTests {
    private func file(_ text: String) throws -> PatternFile { try PatternFile(parsing: Array(text.utf8)) }

    private func entries(_ file: PatternFile) -> [String] {
        file.rows.map { row in
            switch row.entry {
            case .success(let entry):
                "\(file.words(row.place)) \(entry.pattern.kind.rawValue) \(entry.pattern.text)"
                    + (entry.pattern.isEnabled ? "" : " off")
            case .failure(let fault): "\(file.words(row.place)) \(fault)"
            }
        }
    }

    @Test("the short config is recognised, and its patterns normalised")
    func compact() throws {
        let file = try file(
            """
            {"v":1,"wsi":5000,"ssid":[{"p":"Flock-","t":"Flock Safety","e":true}],
             "mac":[{"p":"B41E52","t":"Flock Safety"},{"p":"B4","t":"x","e":false}]}
            """)
        #expect(file.format == .compact)
        #expect(
            entries(file) == [
                "ssid[0] ssid Flock-", "mac[0] mac b4:1e:52",
                "mac[1] pattern(FlockFinder.PatternFault.notAnAddress(\"B4\"))",
            ])
        #expect(file.settings == [.wifiScanInterval: 5000])
        #expect(file.rows.map(\.told) == [[.enabled], [], [.enabled]])
    }

    @Test("lists of the long config may stand alone, with their sources")
    func nested() throws {
        let file = try file(
            #"{"macPrefixes":[{"prefix":"58:8e:81","deviceType":"FS Ext Battery","source":"wigle.net"}],"odd":1}"#)
        #expect(file.format == .nested)
        #expect(entries(file) == ["macPrefixes[0] mac 58:8e:81"])
        #expect(try file.rows[0].entry.get().source == "wigle.net")
        #expect(file.rows[0].told == [.source])
        #expect(file.unknownKeys == ["odd"] && file.unknownKeyCount == 1)
    }

    @Test("an entry tells only what stands there")
    func told() throws {
        let file = try file(
            """
            {"ssidPatterns":[{"pattern":"a","deviceType":"x"},{"pattern":"b","deviceType":"x","enabled":true},
             {"pattern":"c","deviceType":"x","caseSensitive":false,"source":null,"description":null}]}
            """)
        #expect(file.rows.map(\.told) == [[], [.enabled], [.caseSensitive]])
    }

    @Test("more entries than rows are read are refused")
    func count() {
        let text = #"{"mac":["# + String(repeating: "{},", count: PatternSheet.rowLimit) + "{}]}"
        #expect(throws: PatternFileFault.tooManyRows(limit: 50_000)) { try self.file(text) }
    }

    @Test("a setting out of its range is refused, and the others are taken")
    func settings() throws {
        let file = try file(#"{"v":1,"wsi":999,"chi":500}"#)
        #expect(file.settings == [.channelHopInterval: 500])
        #expect(file.rows.map(\.entry) == [.failure(.outOfRange(.wifiScanInterval, 999))])
        #expect(file.rows.first.map { file.words($0.place) } == "wsi")
    }

    @Test("a byte order mark and blanks in front of a config do not hide it")
    func mark() throws {
        let file = try PatternFile(parsing: [0xEF, 0xBB, 0xBF] + Array(" \r\n{\"v\":1}".utf8))
        #expect(file.format == .compact)
    }

    @Test("where JSON ends to be JSON is told")
    func syntax() {
        #expect {
            _ = try self.file("{\"v\":1,\n \"ssid\":[}")
        } throws: { error in
            guard case PatternFileFault.config(.notJSON(let line, let column, _)) = error else { return false }
            return line == 2 && column == 10
        }
    }

    @Test("a newer config is refused")
    func newer() {
        #expect(throws: PatternFileFault.config(.newerVersion(2))) { try self.file(#"{"v":2}"#) }
    }

    @Test("an empty file is none", arguments: ["", " \r\n\t"])
    func nothing(_ text: String) {
        #expect(throws: PatternFileFault.nothing) { try self.file(text) }
    }

    @Test("more than 8 MiB is refused, whatever it is")
    func length() {
        let text = String(repeating: "a", count: 8 << 20)
        #expect(throws: PatternFileFault.config(.tooLong(bytes: (8 << 20) + 1, limit: 8 << 20))) {
            try self.file(text + "a")
        }
        #expect(throws: PatternFileFault.missingColumns(["kind", "pattern", "type"])) { try self.file(text) }
    }
}

import FlockFinder
import Testing

struct PatternSheetTests {
    private func sheet(_ text: String) throws -> PatternSheet { try PatternSheet(parsing: Array(text.utf8)) }

    private static let header = "kind,pattern,type,enabled,case_sensitive,source,confidence,description\n"

    private func fault(_ row: String) throws -> PatternRowFault? {
        guard case .failure(let fault) = try sheet(Self.header + row).rows[0].entry else { return nil }
        return fault
    }

    @Test("everything that is known of a pattern comes back from the sheet it is written to")
    func roundTrip() throws {
        let entries = try [
            PatternEntry(
                Pattern(.ssid, " Flock, \"A\" ", deviceType: "Flock, Safety", isCaseSensitive: true, isEnabled: false),
                source: "a \"list\"", confidence: 0, details: "One, two."),
            PatternEntry(Pattern(.bleManufacturer, "09c8", deviceType: "Penguin"), confidence: 100),
            PatternEntry(Pattern(.bleUUID, "180a", deviceType: "Raven")),
        ]
        let rows = try sheet(PatternSheet.text(entries)).rows
        #expect(try rows.map { try $0.entry.get() } == entries)
        #expect(rows.map(\.place) == [.line(2), .line(3), .line(4)])
        #expect(rows[0].told == [.enabled, .caseSensitive, .source, .confidence, .details])
    }

    @Test("what a spreadsheet would take for a formula has an apostrophe in front, which reading takes off")
    func formulas() throws {
        let texts = ["=1+1", "+1", "-1", "@a", "'=1", "''-", "'a", "'", "a=1"]
        let entries = try texts.map { text in
            try PatternEntry(Pattern(.ssid, text, deviceType: text), source: text, details: text)
        }
        let written = PatternSheet.text(entries)
        #expect(written.contains("ssid,'=1+1,'=1+1,yes,no,'=1+1,,'=1+1\r\n"))
        #expect(written.contains("ssid,''=1,''=1,") && written.contains("ssid,'a,'a,") && written.contains("ssid,a=1,"))
        let rows = try sheet(written).rows
        #expect(try rows.map { try $0.entry.get() } == entries)
    }

    @Test("an empty field tells nothing, and neither does one that is not there")
    func empty() throws {
        let rows = try sheet(Self.header + "ssid,a,x,,,,,\nssid,b,x,no\nssid,c,x,,yes,,5,\n").rows
        #expect(rows.map(\.told) == [[], [.enabled], [.caseSensitive, .confidence]])
    }

    @Test("columns stand in any order, and those that are not there tell nothing")
    func order() throws {
        let sheet = try sheet("Type,odd,PATTERN,kind\nCamera,1,b41e52,mac\n")
        let entry = try sheet.rows[0].entry.get()
        #expect(entry.pattern.text == "b4:1e:52" && entry.pattern.isEnabled && entry.source == nil)
        #expect(sheet.rows[0].told == [])
        #expect(sheet.unknownColumns == ["odd"])
    }

    @Test("columns that are needed must be there, and each once")
    func columns() {
        #expect(throws: PatternFileFault.missingColumns(["type"])) { try self.sheet("kind,pattern\nmac,b41e52\n") }
        #expect(throws: PatternFileFault.repeatedColumn("kind")) { try self.sheet("kind,pattern,type,kind\n") }
        #expect(throws: PatternFileFault.malformedHeader("a quotation mark is never closed")) {
            try self.sheet("kind,pattern,\"type\nmac,b41e52,x\n")
        }
    }

    @Test("what is wrong in a row is told with its line, and the others are read")
    func faults() throws {
        #expect(try fault("wifi,x,y") == .unknownKind("wifi"))
        #expect(try fault("mac,b4,y") == .pattern(.notAnAddress("b4")))
        #expect(try fault("ssid,x,y,maybe") == .notAFlag(column: "enabled", "maybe"))
        #expect(try fault("ssid,x,y,yes,maybe") == .notAFlag(column: "case_sensitive", "maybe"))
        #expect(try fault("ssid,x,y,,,,high") == .notANumber(column: "confidence", "high"))
        #expect(try fault("ssid,x,y,,,,101") == .pattern(.confidence(101)))
        #expect(try fault("ssid,x,y,,,,,z,a") == .tooManyFields(9, columns: 8))
        #expect(try fault("ssid,\"x\"y,y") == .malformed("text follows a closing quotation mark"))
        let rows = try sheet(Self.header + "ssid,a,x\nssid,\"b\"c,x\nmac,b4,x\nssid,d,x\n").rows
        #expect(rows.map(\.place) == [.line(2), .line(3), .line(4), .line(5)])
        #expect(rows.map { (try? $0.entry.get())?.pattern.text } == ["a", nil, nil, "d"])
    }

    @Test(
        "yes and no are said in several ways",
        arguments: [
            ("yes", true), ("TRUE", true), ("1", true), ("0", false), ("no", false), ("False", false), ("", true),
        ])
    func flags(_ text: String, _ meant: Bool) throws {
        #expect(try sheet(Self.header + "ssid,x,y,\(text)").rows[0].entry.get().pattern.isEnabled == meant)
    }
}

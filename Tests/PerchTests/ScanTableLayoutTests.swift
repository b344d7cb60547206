import TestSupport
import Advertising
import GatewayModel
import Testing

@testable import Perch

@Suite struct ScanTableLayoutTests {
    private func rows(_ count: Int, name: [UInt8] = Adverts.iBeacon) -> [ScanTable.Row] {
        var table = ScanTable()
        for number in 0..<count {
            let sighting = Adverts.sighting(number == 0 ? name : [], address: UInt64(number), rssiDBm: -60)
            table.take(HeardAdvert(sighting), ParsedAdvert(sighting.data), at: .seconds(1))
        }
        return table.sorted(at: .seconds(1))
    }

    private func lines(
        _ table: [ScanTable.Row], columns: Int = 100, rows: Int = 24, isSimulated: Bool = false, hasColour: Bool = false
    ) -> [String] {
        ScanTableLayout(columns: columns, rows: rows, hasColour: hasColour)
            .lines(table, title: "/dev/x", notices: isSimulated ? [VerbOutput.simulatedWords] : [], at: .seconds(1))
    }

    @Test("a row shows identity, address, signal, history, rate and age")
    func row() {
        let text = lines(rows(1)).last ?? ""
        #expect(text.hasPrefix("41424344 1/2 "))
        #expect(text.contains("00:00:00:00:00:00  -60 ████▌"))
        #expect(text.hasSuffix("▅    1.0    0s"))
    }

    @Test("a beacon with a UUID from the factory has a badge, any other has none")
    func badge() {
        func identity(_ uuid: [UInt8]) -> String {
            let data = [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + uuid + [0, 1, 0, 2, 0xC5]
            let sighting = Adverts.sighting(data)
            var table = ScanTable()
            table.take(HeardAdvert(sighting), ParsedAdvert(sighting.data), at: .seconds(1))
            return lines(table.sorted(at: .seconds(1))).last ?? ""
        }
        let factory = [0xFD, 0xA5, 0x06, 0x93, 0xA4, 0xE2, 0x4F, 0xB1, 0xAF, 0xCF, 0xC6, 0xEB, 0x07, 0x64, 0x78, 0x25]
        #expect(identity(factory.map { UInt8($0) }).hasPrefix("FDA50693 1/2 [factory] "))
        #expect(!identity([UInt8](repeating: 0x5E, count: 16)).contains("[factory]"))
    }

    @Test("whose a beacon is stands beside it, also after adverts that do not say so")
    func owners() throws {
        let data = [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + [UInt8](repeating: 0x5E, count: 16) + [0, 1, 0, 2, 0xC5]
        let sighting = Adverts.sighting(data)
        var table = ScanTable()
        var heard = HeardAdvert(sighting)
        heard.badge = PayfritBadge(kind: .ours, name: "Table\u{1B} 5")
        table.take(heard, ParsedAdvert(sighting.data), at: .seconds(1))
        table.take(HeardAdvert(sighting), ParsedAdvert(sighting.data), at: .seconds(2))
        #expect(lines(table.sorted(at: .seconds(2))).last?.hasPrefix("5E5E5E5E 1/2 [ours: Table") == true)
        let plain = ProximityUUID(0x5E5E_5E5E << 96)
        let factory = ProximityUUID("fda50693-a4e2-4fb1-afcf-c6eb07647825")
        #expect(badgeWords(PayfritBadge(kind: .ours, name: "Table\u{1B} 5"), plain)?.contains("\u{1B}") == false)
        #expect(badgeWords(PayfritBadge(kind: .other, name: "Pub"), plain) == "[other: Pub]")
        #expect(badgeWords(PayfritBadge(kind: .unknown), plain) == "[unknown]")
        #expect(badgeWords(PayfritBadge(kind: .banned), factory) == "[factory]")
        #expect(badgeWords(nil, factory) == "[factory]")
        #expect(badgeWords(nil, plain) == nil)
    }

    @Test("every line fits every window", arguments: 1...130)
    func width(_ columns: Int) {
        for line in lines(rows(5, name: Adverts.named), columns: columns, isSimulated: true) {
            #expect(line.count <= columns, "\(line)")
        }
    }

    @Test("the table fits the window's height and says what is left out", arguments: 1...12)
    func height(_ height: Int) {
        let lines = lines(rows(20), rows: height)
        #expect(lines.count <= max(1, height - 1))
        if height >= 4 { #expect(lines.last?.contains("more") == true) }
    }

    @Test("nothing is said to be left out where all fits")
    func allFits() {
        #expect(lines(rows(3), rows: 6).count == 5)
        #expect(!lines(rows(3), rows: 6).contains { $0.contains("more") })
    }

    @Test("a simulated dongle's table begins with a banner")
    func banner() {
        #expect(lines(rows(1), isSimulated: true).first?.hasPrefix("SIMULATED") == true)
        #expect(!lines(rows(1)).contains { $0.contains("SIMULATED") })
    }

    @Test("without colour there is no escape sequence, with it there is")
    func colour() {
        #expect(!lines(rows(2), isSimulated: true).joined().contains("\u{1B}"))
        #expect(lines(rows(2), hasColour: true).joined().contains("\u{1B}["))
    }

    @Test("a name from the air cannot move the cursor")
    func hostileName() {
        // Complete local name: ESC [ 2 J, then a right-to-left override.
        let name: [UInt8] = [8, 9, 0x1B, 0x5B, 0x32, 0x4A, 0xE2, 0x80, 0xAE]
        let text = lines(rows(1, name: name)).joined()
        #expect(!text.contains("\u{1B}"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("·[2J·"))
    }
}

import Advertising
import Foundation
import Testing

@testable import CP28

@Suite("Ban list")
struct BanListTests {
    /// UUID prefixes that the iOS app refuses.
    private static let prefixes = [
        "E2C56DB5", "B9407F30", "FDA50693", "F7826DA6", "74278BDA", "00000000", "FFFFFFFF",
    ]
    private static let shipped: [(String, [String])] = [
        ("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", ["Apple AirLocate"]),
        ("5A4BCFCE-174E-4BAC-A814-092E77F6B7E5", ["Apple AirLocate"]),
        ("74278BDA-B644-4520-8F0C-720EAF059935", ["Apple AirLocate", "Minew", "Tesla phone key"]),
        ("B9407F30-F5F8-466E-AFF9-25556B57FE6D", ["Estimote"]),
        ("D0D3FA86-CA76-45EC-9BD9-6AF4927D7BE1", ["Estimote"]),
        ("F7826DA6-4FA2-4E98-8024-BC5B71E0893E", ["Kontakt.io"]),
        ("2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6", ["Radius Networks"]),
        ("FDA50693-A4E2-4FB1-AFCF-C6EB07647825", ["generic", "Feasycom", "Radioland"]),
        ("426C7565-4368-6172-6D42-6561636F6E73", ["BlueCharm"]),
        ("61687109-905F-4436-91F8-E602F514C96D", ["BlueCats"]),
        ("8DEEFBB9-F738-4297-8040-96668BB44281", ["Roximity"]),
        ("F94DBB23-2266-7822-3782-57BEAC0952AC", ["Beaconstac"]),
        ("494E5445-4C4C-495F-524F-434B535F4857", ["Govee"]),
    ]

    @Test("every prefix that is refused in the field is banned, whatever follows it", arguments: prefixes)
    func prefix(_ prefix: String) throws {
        for rest in ["-0000-0000-0000-000000000000", "-FFFF-FFFF-FFFF-FFFFFFFFFFFF"] {
            let uuid = try #require(ProximityUUID(prefix + rest))
            let entry = try #require(BanList.bundled.entry(of: uuid))
            #expect(entry.prefix == UInt32(prefix, radix: 16))
            #expect(!entry.vendors.isEmpty)
        }
    }

    @Test("every UUID that makers ship is banned, and known whole with all its makers", arguments: shipped.indices)
    func factory(_ index: Int) throws {
        let (text, vendors) = Self.shipped[index]
        let uuid = try #require(ProximityUUID(text))
        let entry = try #require(BanList.bundled.entry(of: uuid))
        #expect(entry.uuid == uuid)
        #expect(Set(vendors).isSubset(of: entry.vendors))
    }

    @Test("nothing else is in the list, in the order of its prefixes")
    func whole() {
        let entries = BanList.bundled.entries
        let known = Self.prefixes + Self.shipped.map { String($0.0.prefix(8)) }
        #expect(Set(entries.map(\.prefix)) == Set(known.compactMap { UInt32($0, radix: 16) }))
        #expect(entries.map(\.prefix) == entries.map(\.prefix).sorted() && entries.count == 15)
    }

    @Test("a UUID of no maker is not banned")
    func free() {
        for value in [1 << 96, 0xE2C5_6DB4 << 96, 0xE2C5_6DB6 << 96, .max >> 1] as [UInt128] {
            #expect(BanList.bundled.entry(of: ProximityUUID(value)) == nil)
        }
        #expect(BanList.bundled.entry(of: ProximityUUID(.max)) != nil)
        #expect(BanList.bundled.entry(of: ProximityUUID(0)) != nil)
    }

    @Test("of several entries with one prefix the one with the whole UUID is told")
    func shared() {
        let uuid = ProximityUUID(5 << 96 | 1)
        let list = BanList(entries: [
            .init(prefix: 5, uuid: nil, vendors: ["a"]), .init(prefix: 5, uuid: uuid, vendors: ["b"]),
        ])
        #expect(list.entry(of: uuid)?.vendors == ["b"])
        #expect(list.entry(of: ProximityUUID(5 << 96))?.vendors == ["a"])
    }

    @Test(
        "a list with a wrong entry is none",
        arguments: [
            #"{"prefix":"E2C56DB","vendors":[]}"#, #"{"prefix":"E2C56DBX","vendors":[]}"#, #"{"prefix":"E2C56DB5"}"#,
            #"{"prefix":"E2C56DB5","uuid":"x","vendors":[]}"#, #"{"prefix":"+2C56DB5","vendors":[]}"#,
            #"{"prefix":"E2C56DB5","uuid":"5A4BCFCE-174E-4BAC-A814-092E77F6B7E5","vendors":[]}"#,
        ])
    func wrong(_ entry: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(BanList.self, from: Data(#"{"entries":[\#(entry)]}"#.utf8))
        }
    }
}

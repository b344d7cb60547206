import Randomness
import Testing

@testable import Advertising

@Suite("parsing an advert")
struct ParsedAdvertTests {
    @Test("each format's vector is recognised, and only that", arguments: Vector.all)
    func vectors(vector: Vector) {
        let advert = ParsedAdvert(vector.data)
        #expect(advert.beacon == vector.beacon)
        #expect(advert.malformation == nil)
    }

    @Test("a telemetry frame is kept when what follows it is cut off")
    func trailingBytes() {
        let advert = ParsedAdvert(bytes("0201060303aafe1116aafe20000b1813000000146700002ac4e4"))
        #expect(advert.malformation == .lengthPastEnd(offset: 25, declared: 0xE4, available: 0))
        #expect(advert.beacon == Vector.all.first { $0.name == "Eddystone TLM" }?.beacon)
    }

    @Test("a structure keeps its bytes, a beacon's or not")
    func bytesKept() {
        let ruuvi = ParsedAdvert(bytes("0201061bff9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F"))
        #expect(
            ruuvi.manufacturerData == [
                ManufacturerData(
                    companyID: 0x0499, bytes: bytes("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F"))
            ])
        let home = ParsedAdvert(bytes("020106 0f16d2fc 40002e01641e012e34451601"))
        #expect(
            home.serviceData == [
                ServiceData(uuid: BluetoothUUID(short: 0xFCD2), bytes: bytes("40002e01641e012e34451601"))
            ])
    }

    @Test("every field is taken")
    func fields() {
        let advert = ParsedAdvert(
            bytes(
                """
                020106 0309 4869 020af4 05030a180f18 0504cdab3412 1107 9ecadc240ee5a9e093f3a3b50100406e
                0416 0f1864 0620 cdab341201 1221 9ecadc240ee5a9e093f3a3b50100406eff 03ff5900
                """.replacing("\n", with: " ")))
        #expect(advert.malformation == nil)
        #expect(advert.flags == [.generalDiscoverable, .classicNotSupported])
        #expect(advert.localName == "Hi")
        #expect(!advert.localNameIsShortened)
        #expect(advert.txPowerDBm == -12)
        let nordic = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
        #expect(advert.serviceUUIDs.map(\.description) == ["180a", "180f", "1234abcd", nordic])
        #expect(advert.serviceData.map(\.uuid.description) == ["180f", "1234abcd", nordic])
        #expect(advert.serviceData.map(\.bytes) == [[0x64], [1], [0xFF]])
        #expect(advert.manufacturerData == [ManufacturerData(companyID: 0x0059, bytes: [])])
        #expect(advert.beacon == nil)
    }

    @Test("no data says nothing")
    func empty() {
        #expect(ParsedAdvert([]) == ParsedAdvert(bytes("0000")))
        #expect(ParsedAdvert([]).localName == nil)
    }

    @Test(
        "the complete name wins, invalid UTF-8 is repaired, zeros at the end are dropped",
        arguments: [
            ("03084142", "AB", true), ("03084142 0409414243", "ABC", false), ("0409414243 03084142", "ABC", false),
            ("03084142 03084344", "AB", true),
            ("03094142 03094344", "AB", false), ("0409 41ff42", "A\u{FFFD}B", false), ("0209 c3", "\u{FFFD}", false),
            ("0509 41420000", "AB", false), ("0509 41004200", "A\0B", false), ("0109", "", false),
            ("0709 e6b5b7e6b5b7", "海海", false),
        ])
    func names(hex: String, name: String, shortened: Bool) {
        let advert = ParsedAdvert(bytes(hex))
        #expect(advert.localName == name)
        #expect(advert.localNameIsShortened == shortened)
    }

    @Test(
        "a value too short for its type is malformed, and the rest is read",
        arguments: [
            (0x01, ""), (0x0A, ""), (0xFF, ""), (0xFF, "4c"), (0x03, "0a"), (0x02, "0a180f"), (0x05, "0a1800"),
            (0x07, "00"), (0x16, ""), (0x16, "aa"), (0x20, "aafe00"), (0x21, "000102030405060708090a0b0c0d0e"),
        ] as [(UInt8, String)])
    func truncatedField(type: UInt8, value: String) {
        let structure = [UInt8(bytes(value).count + 1), type] + bytes(value)
        let advert = ParsedAdvert(bytes("020a00") + structure + bytes("020941"))
        #expect(advert.malformation == .truncatedField(offset: 3, type: ADType(rawValue: type)))
        #expect(advert.localName == "A")
    }

    @Test("the first fault is the one that is named")
    func firstFault() {
        let advert = ParsedAdvert(bytes("0101 010a 05"))
        #expect(advert.malformation == .truncatedField(offset: 0, type: .flags))
    }

    @Test("whole UUIDs before a cut one are kept")
    func cutList() {
        #expect(ParsedAdvert(bytes("0402 0a180f")).serviceUUIDs == [BluetoothUUID(short: 0x180A)])
    }

    @Test("the first beacon counts, and a slice parses as its bytes")
    func slice() throws {
        let beacon = Vector.all[1]
        let data = [0xFF] + beacon.data + Vector.all[0].data
        #expect(ParsedAdvert(data[1...]).beacon == beacon.beacon)
        #expect(ParsedAdvert(data[1...]) == ParsedAdvert(Array(data[1...])))
    }

    @Test("several structures of a kind are all kept, in their order, wherever their data begin")
    func several() {
        let data = bytes("020106 04ff590001 0416 0f1802 03ff4c00 0416 0a1803 05ff99040405")
        for advert in [ParsedAdvert(data), ParsedAdvert(([9, 9, 9] + data)[3...])] {
            #expect(advert.manufacturerData.map(\.companyID) == [0x0059, 0x004C, 0x0499])
            #expect(advert.manufacturerData.map { Array($0.bytes) } == [[1], [], [4, 5]])
            #expect(advert.serviceData.map(\.uuid.description) == ["180f", "180a"])
            #expect(advert.serviceData.map { Array($0.bytes) } == [[2], [3]])
        }
    }

    @Test("adverts are equal when they say the same, and only then")
    func equality() {
        let said = ParsedAdvert(bytes("03ff4c00 0416 0f1802"))
        #expect(said == ParsedAdvert(bytes("0416 0f1802 03ff4c00")))
        #expect(said.hashValue == ParsedAdvert(bytes("0416 0f1802 03ff4c00")).hashValue)
        for other in [
            "03ff4d00 0416 0f1802", "03ff4c00 0416 0f1803", "03ff4c00 0416 101802", "03ff4c00", "0416 0f1802",
            "03ff4c00 0416 0f1802 020106", "03ff4c00 0416 0f1802 020941", "03ff4c00 0416 0f1802 020841",
            "03ff4c00 0416 0f1802 020a01", "03ff4c00 0416 0f1802 03030f18", "03ff4c00 0416 0f1802 09",
            "04ff4c0000 0416 0f1802",
        ] {
            #expect(said != ParsedAdvert(bytes(other)))
        }
        #expect(ParsedAdvert(bytes("020941")) != ParsedAdvert(bytes("020841")))
    }

    @Test("a truncation at any length keeps the structures before it", arguments: Vector.all)
    func truncation(vector: Vector) {
        let whole = ParsedAdvert(vector.data)
        for length in 0..<vector.data.count {
            let advert = ParsedAdvert(vector.data[..<length])
            var walk = ADStructures()
            var boundaries: Set = [0]
            while let structure = walk.next(in: vector.data.span.bytes) {
                boundaries.insert(structure.value.upperBound)
            }
            // A cut inside the padding after the last structure is no malformation either.
            let isWhole = boundaries.contains(length) || length > (boundaries.max() ?? 0)
            #expect((advert.malformation == nil) == isWhole)
            #expect(advert.beacon == nil || advert.beacon == whole.beacon)
        }
    }

    @Test("a beacon whose value is cut short inside a whole structure is none", arguments: Vector.all)
    func shortBeacon(vector: Vector) throws {
        var walk = ADStructures()
        while let structure = walk.next(in: vector.data.span.bytes) {
            guard structure.type == .manufacturerData || structure.type == .serviceData16 else { continue }
            for length in 2..<structure.value.count {
                let value = vector.data[structure.value].prefix(length)
                let advert = ParsedAdvert([UInt8(length + 1), structure.type.rawValue] + value)
                #expect(advert.malformation == nil)
                switch advert.beacon {
                case nil: break
                // A shorter URL is still a URL, and a UID may lack its reserved bytes.
                case .eddystoneURL: #expect(vector.name == "Eddystone URL")
                case .eddystoneUID: #expect(length >= 20)
                // An encrypted frame may lack salt and check, and BTHome's objects are any number.
                case .eddystoneETLM: #expect(length >= 16)
                case .bthome: #expect(length >= 3)
                default: Issue.record("\(length) bytes taken for a beacon")
                }
            }
        }
    }

    @Test("100,000 random payloads do not trap")
    func random() {
        var generator = SplitMix64(seed: 1)
        var malformed = 0
        for _ in 0..<100_000 {
            let count = Int.random(in: 0...64, using: &generator)
            let data = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            if ParsedAdvert(data).malformation != nil { malformed += 1 }
        }
        #expect((50_000..<100_000).contains(malformed))
    }

    @Test("vectors with random changes do not trap", arguments: Vector.all)
    func mutated(vector: Vector) {
        var generator = SplitMix64(seed: 2)
        for _ in 0..<5_000 {
            var data = vector.data
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                data[Int.random(in: data.indices, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
            }
            data.removeLast(Int.random(in: 0...data.count, using: &generator))
            let advert = ParsedAdvert(data)
            #expect(advert.manufacturerData.count + advert.serviceData.count <= data.count)
        }
    }
}

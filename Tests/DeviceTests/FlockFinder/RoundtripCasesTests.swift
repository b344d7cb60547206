import FlockFinder
import Testing

@Suite struct RoundtripCasesTests {
    private static let profiles = ["real", "document", "dongle"]

    private func cases(_ profile: String, seed: UInt64 = 7, count: Int = 26) throws -> [RoundtripCase] {
        var cases = RoundtripCases(profile: try #require(DeviceProfile.named(profile)), seed: seed)
        return (0..<count).map { _ in cases.draw() }
    }

    @Test("the same seed draws the same configs, another seed others", arguments: profiles)
    func seeds(profile: String) throws {
        #expect(try cases(profile) == cases(profile))
        #expect(try cases(profile) != cases(profile, seed: 8))
    }

    @Test("the kinds come in turn, each with another config the second time", arguments: profiles)
    func kinds(profile: String) throws {
        let drawn = try cases(profile)
        #expect(drawn.map(\.kind) == RoundtripCase.Kind.allCases + RoundtripCase.Kind.allCases)
        let same = zip(drawn.prefix(13), drawn.suffix(13)).filter { $0.config == $1.config }.map(\.0.kind)
        #expect(Set(same).isSubset(of: [.lowest, .highest]))
    }

    @Test("every config is read back equal from the text in its dialect", arguments: profiles)
    func readable(profile: String) throws {
        let dialect = try #require(DeviceProfile.named(profile)).dialect
        for drawn in try cases(profile, count: 65) {
            let reading = try ConfigReading(parsing: dialect.encode(drawn.config))
            #expect(reading.config == drawn.config && reading.unknownKeys == [], "\(drawn.kind)")
        }
    }

    @Test("a list that is full has as many entries as the device takes, and an overfull one has one more")
    func limits() throws {
        for (profile, limits) in [("real", [30, 100, 30, 20]), ("document", [50, 50, 50, 50])] {
            let drawn = try cases(profile, count: 13)
            let full = zip(drawn[2...5], PatternKind.onDevices).map { $0.config[$1].count }
            #expect(full == limits)
            #expect(drawn[2...5].allSatisfy { $0.config.lists.values.count(where: { !$0.isEmpty }) == 1 })
            #expect(drawn[6].config[.bleName].count == limits[2] + 1 && drawn[6].demand == .heldOrLimited)
        }
    }

    @Test("the longest has exactly the bytes that the device keeps, and the next one byte more")
    func bytes() throws {
        for (profile, bytes) in [("real", 3999), ("document", 8192)] {
            let dialect = try #require(DeviceProfile.named(profile)).dialect
            let drawn = try cases(profile, count: 13)
            #expect(dialect.encode(drawn[7].config).count == bytes && drawn[7].demand == .held)
            #expect(dialect.encode(drawn[8].config).count == bytes + 1 && drawn[8].demand == .heldOrRefused)
        }
    }

    @Test("what a device has to hold is not more than it takes", arguments: ["real", "document"])
    func fits(profile: String) throws {
        let device = try #require(DeviceProfile.named(profile))
        for drawn in try cases(profile, count: 65) where drawn.demand == .held {
            let over = device.excesses(of: drawn.config).map(\.limit).filter { $0 != .saved }
            #expect(over == [], "\(drawn.kind)")
        }
    }

    @Test(
        "settings are what the device can hold, and once all of them at each end",
        arguments: [("real", 9), ("document", 6)])
    func settings(profile: String, count: Int) throws {
        let device = try #require(DeviceProfile.named(profile))
        for drawn in try cases(profile) {
            for (setting, value) in drawn.config.settings { #expect(device.range(of: setting).contains(value)) }
        }
        let drawn = try cases(profile, count: 13)
        #expect(drawn[9].config.settings.allSatisfy { device.range(of: $0.key).lowerBound == $0.value })
        #expect(drawn[10].config.settings.allSatisfy { device.range(of: $0.key).upperBound == $0.value })
        #expect(drawn[10].config.settings.count == count)
    }

    @Test("characters of several bytes stand where chunks end")
    func borders() throws {
        let dialect = ConfigDialect.nested
        let drawn = try cases("real", count: 200).filter { $0.kind == .borders }
        let names = drawn.flatMap { $0.config[.ssid] + $0.config[.bleName] }.map(\.text)
        #expect(names.count > 50 && names.allSatisfy { !$0.utf8.allSatisfy { $0 < 0x80 } })
        let texts = drawn.map { dialect.encode($0.config) }
        let cut = texts.filter { text in
            [240, 252, 480, 500].contains { length in
                stride(from: length, to: text.count, by: length).contains { text[$0] & 0xC0 == 0x80 }
            }
        }
        #expect(cut.count > 3)
    }
}

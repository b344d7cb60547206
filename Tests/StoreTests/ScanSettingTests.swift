import FlockFinder
import GRDB
import Testing

@testable import Store

@Suite struct ScanSettingTests {
    @Test("settings that were set are there, the others stay, and nil takes one back", arguments: Medium.allCases)
    func set(_ medium: Medium) async throws {
        try await medium.withStore { store in
            #expect(try await store.patterns.scanSettings().isEmpty)
            try await store.patterns.setScanSettings(
                [.maxChannel: 11, .detectionTimeout: 2_147_483_647], atMicroseconds: 1)
            try await store.patterns.setScanSettings([.maxChannel: 12, .streamMode: nil], atMicroseconds: 2)
            #expect(try await store.patterns.scanSettings() == [.maxChannel: 12, .detectionTimeout: 2_147_483_647])
            try await store.patterns.setScanSettings([.maxChannel: nil], atMicroseconds: 3)
            #expect(try await store.patterns.scanSettings() == [.detectionTimeout: 2_147_483_647])
        }
    }

    @Test("a setting of a later version is left alone, and one that is no number is damage")
    func strange() async throws {
        let store = try Store.inMemory()
        try await store.database.writer.write { db in
            try db.execute(sql: "INSERT INTO scan_config VALUES ('warp', 'nine', 1), ('max_channel', '9', 1)")
        }
        #expect(try await store.patterns.scanSettings() == [.maxChannel: 9])
        try await store.database.writer.write { db in
            try db.execute(sql: "UPDATE scan_config SET value = 'nine' WHERE key = 'max_channel'")
        }
        await #expect(throws: StoreError.self) { try await store.patterns.scanSettings() }
    }
}

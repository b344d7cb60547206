import FlockFinder
import GRDB

/// Scan settings of FlockFinders, all of them numbers.
extension PatternStore {
    /// Returns the settings that a user changed. Settings not listed have their factory values.
    package func scanSettings() async throws(StoreError) -> [ScanSetting: Int] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT key, value FROM scan_config").reduce(into: [:]) { settings, row in
                let key = try row.decode(String.self, atIndex: 0)
                let value = try row.decode(String.self, atIndex: 1)
                // A later version may have more settings.
                guard let setting = ScanSetting(rawValue: key) else { return }
                guard let number = Int(value) else {
                    throw StoreError.corrupt(message: "the scan setting \(key) is no number: \(value)")
                }
                settings[setting] = number
            }
        }
    }

    /// Changes some settings; nil resets a setting to its factory value. Other settings stay. The
    /// caller checks the ranges.
    package func setScanSettings(
        _ settings: [ScanSetting: Int?], atMicroseconds now: Int64
    ) async throws(StoreError) {
        try await write { db in try db.setScanSettings(settings, atMicroseconds: now) }
    }
}

extension Database {
    func setScanSettings(_ settings: [ScanSetting: Int?], atMicroseconds now: Int64) throws {
        for (setting, value) in settings {
            guard let value else {
                try execute(sql: "DELETE FROM scan_config WHERE key = ?", arguments: [setting.rawValue])
                continue
            }
            try execute(
                sql: """
                    INSERT INTO scan_config (key, value, updated_at) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
                    """,
                arguments: [setting.rawValue, String(value), now])
        }
    }
}

import FlockFinder
import GRDB

/// Detected devices, and mutes for devices that nobody wants to be notified of.
/// Detected devices, and muted ones.
package struct DetectionStore: StorePart {
    let database: DatabaseAccess

    /// Days for which a device is stored after it was last seen.
    package static let detectionDays = 90

    /// Stores devices, replacing their previous rows, and removes those in `gone`. Beyond
    /// ``DetectionBook/capacity`` rows, the oldest are dropped.
    package func keep(
        _ devices: [DetectedDevice], removing gone: Set<DetectionKey> = []
    ) async throws(StoreError) {
        try await write { db in
            let statement = try db.makeStatement(
                sql: """
                    INSERT INTO detection (key, name, device_types, methods, confidence, confidences, first_seen, last_seen, count,
                        last_rssi, best_rssi, channel, sources, latitude, longitude, accuracy, is_simulated)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (key) DO UPDATE SET name = excluded.name, device_types = excluded.device_types,
                        methods = excluded.methods, confidence = excluded.confidence, confidences = excluded.confidences,
                        first_seen = excluded.first_seen, last_seen = excluded.last_seen, count = excluded.count,
                        last_rssi = excluded.last_rssi, best_rssi = excluded.best_rssi, channel = excluded.channel,
                        sources = excluded.sources, latitude = excluded.latitude, longitude = excluded.longitude,
                        accuracy = excluded.accuracy, is_simulated = excluded.is_simulated
                    """)
            for device in devices { try statement.execute(arguments: device.arguments) }
            let removal = try db.makeStatement(sql: "DELETE FROM detection WHERE key = ?")
            for key in gone { try removal.execute(arguments: [key.text]) }
            try db.execute(
                sql: """
                    DELETE FROM detection WHERE key IN (
                        SELECT key FROM detection ORDER BY last_seen DESC, key LIMIT -1 OFFSET ?)
                    """,
                arguments: [DetectionBook.capacity])
        }
    }

    /// Returns the stored devices, the most recently seen first.
    package func list() async throws(StoreError) -> [DetectedDevice] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM detection ORDER BY last_seen DESC, key LIMIT ?",
                arguments: [DetectionBook.capacity]
            ).compactMap(DetectedDevice.init)
        }
    }

    /// Returns the number of stored devices.
    package func count() async throws(StoreError) -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM detection") ?? 0 }
    }

    /// Removes every device. Returns how many there were.
    package func clear() async throws(StoreError) -> Int {
        try await write { db in
            try db.execute(sql: "DELETE FROM detection")
            return db.changesCount
        }
    }

    // MARK: Mutes

    /// Returns the mutes, ordered by kind and value, each with the time of its creation in
    /// microseconds since 1970.
    package func mutes() async throws(StoreError) -> [(mute: DetectionMute, since: Int64)] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM detection_mute ORDER BY kind, value").compactMap { row in
                let mute = DetectionMute(
                    kind: try row.decode(forColumn: "kind"), value: try row.decode(forColumn: "value"))
                return try mute.map { ($0, try row.decode(forColumn: "created")) }
            }
        }
    }

    /// Adds a mute.
    ///
    /// - Returns: False if there are ``DetectionMute/limit`` other mutes already; nothing was
    ///   stored in this case.
    package func addMute(_ mute: DetectionMute, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO detection_mute (kind, value, created) SELECT :kind, :value, :now
                    WHERE (SELECT count(*) FROM detection_mute) < :limit
                    OR EXISTS (SELECT 1 FROM detection_mute WHERE kind = :kind AND value = :value COLLATE NOCASE)
                    ON CONFLICT DO UPDATE SET kind = kind
                    """,
                arguments: ["kind": mute.kind, "value": mute.value, "now": now, "limit": DetectionMute.limit])
            return db.changesCount > 0
        }
    }

    /// Removes a mute. Returns whether it existed.
    package func removeMute(_ mute: DetectionMute) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM detection_mute WHERE kind = ? AND value = ? COLLATE NOCASE",
                arguments: [mute.kind, mute.value])
            return db.changesCount > 0
        }
    }
}

extension DetectedDevice {
    fileprivate var arguments: StatementArguments {
        [
            key.text, name, deviceTypes.joined(separator: "\n"), methods.map(\.rawValue).joined(separator: "\n"),
            confidence, types.map { "\($0.confidence)" }.joined(separator: "\n"), firstSeen, lastSeen,
            Int64(clamping: count),
            lastRSSI, bestRSSI, channel,
            sources.joined(separator: "\n"), position?.latitude, position?.longitude, position?.accuracyM, isSimulated,
        ]
    }

    /// Returns nil for a row that a newer version of the program has written.
    fileprivate init?(_ row: Row) throws {
        guard let key = DetectionKey(try row.decode(forColumn: "key")) else { return nil }
        func list(_ column: String) throws -> [String] {
            try row.decode(String.self, forColumn: column).split(separator: "\n").map(String.init)
        }
        let latitude = try row.decode(Double?.self, forColumn: "latitude")
        let longitude = try row.decode(Double?.self, forColumn: "longitude")
        let accuracy = try row.decode(Double?.self, forColumn: "accuracy")
        var position: DetectionPosition?
        if let latitude, let longitude {
            position = DetectionPosition(latitude: latitude, longitude: longitude, accuracyM: accuracy)
        }
        let (whole, each) = (try row.decode(Int.self, forColumn: "confidence"), try list("confidences").map { Int($0) })
        let types = try list("device_types").enumerated().map { place, name in
            DetectedType(name, confidence: each.indices.contains(place) ? each[place] ?? whole : whole)
        }
        self.init(
            key: key, name: try row.decode(forColumn: "name"),
            types: types,
            methods: try list("methods").compactMap(DetectionMethod.init),
            firstSeen: try row.decode(forColumn: "first_seen"), lastSeen: try row.decode(forColumn: "last_seen"),
            count: UInt64(clamping: try row.decode(Int64.self, forColumn: "count")),
            lastRSSI: try row.decode(forColumn: "last_rssi"), bestRSSI: try row.decode(forColumn: "best_rssi"),
            channel: try row.decode(forColumn: "channel"), sources: try list("sources"), position: position,
            isSimulated: try row.decode(forColumn: "is_simulated"))
    }
}

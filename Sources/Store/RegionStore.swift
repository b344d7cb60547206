import Advertising
import BeaconTracking
import GRDB

/// A monitored region and its state when last determined.
package struct StoredRegion: Sendable, Hashable {
    /// 1...64 characters, checked by the caller.
    package var name: String
    package var uuid: ProximityUUID
    /// Nil = any.
    package var major: UInt16?
    /// Nil = any.
    package var minor: UInt16?
    package var enterSightings: Int
    /// Stored to the millisecond.
    package var enterWithin: Duration
    /// Stored to the millisecond.
    package var exitAfter: Duration
    /// dBm; nil = any.
    package var minimumRSSI: Int8?
    package var createdMicroseconds: Int64
    /// Never `unknown`; nil = never determined.
    package var state: RegionState?
    /// Time since which the region has been in ``state``.
    package var stateSinceMicroseconds: Int64?

    package init(
        name: String, uuid: ProximityUUID, major: UInt16?, minor: UInt16?, enterSightings: Int, enterWithin: Duration,
        exitAfter: Duration, minimumRSSI: Int8?, createdMicroseconds: Int64, state: RegionState? = nil,
        stateSinceMicroseconds: Int64? = nil
    ) {
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.enterSightings = enterSightings
        self.enterWithin = enterWithin
        self.exitAfter = exitAfter
        self.minimumRSSI = minimumRSSI
        self.createdMicroseconds = createdMicroseconds
        self.state = state
        self.stateSinceMicroseconds = stateSinceMicroseconds
    }
}

/// Regions, and their states.
package struct RegionStore: StorePart {
    let database: DatabaseAccess

    /// Returns every region in the order of their names.
    package func list() async throws(StoreError) -> [StoredRegion] {
        try await read { db in
            try StoredRegion.fetchAll(db, sql: "SELECT * FROM region ORDER BY name")
        }
    }

    /// - Throws: ``StoreError/regionTaken(name:)``.
    package func add(_ region: StoredRegion) async throws(StoreError) {
        try await write { db in
            let taken = "SELECT EXISTS (SELECT * FROM region WHERE name = ?)"
            guard try Bool.fetchOne(db, sql: taken, arguments: [region.name]) == false else {
                throw StoreError.regionTaken(name: region.name)
            }
            try region.insert(db)
        }
    }

    /// Removes a region. Returns whether there was one of this name.
    package func remove(_ name: String) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM region WHERE name = ?", arguments: [name])
            return db.changesCount > 0
        }
    }

    /// Stores the state of a region. If the region is in this state already, the time since when
    /// stays unchanged.
    ///
    /// - Parameter state: Nil removes the state; `unknown` throws
    ///   ``StoreError/failed(code:message:)``.
    /// - Returns: Whether there is a region of this name.
    @discardableResult
    package func setState(
        _ name: String, state: RegionState?, atMicroseconds: Int64
    ) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE region SET state = :state, state_since = CASE
                        WHEN :state IS NULL THEN NULL WHEN state IS :state THEN state_since ELSE :at END
                    WHERE name = :name
                    """,
                arguments: ["state": state, "at": atMicroseconds, "name": name])
            return db.changesCount > 0
        }
    }
}

extension Duration {
    /// Whole milliseconds, clamped to `Int64`.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isOver ? (seconds < 0 ? .min : .max) : sum
    }
}

extension StoredRegion: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "region"

    package func encode(to container: inout PersistenceContainer) {
        container["name"] = name
        container["uuid"] = uuid
        container["major"] = major
        container["minor"] = minor
        container["enter_sightings"] = enterSightings
        container["enter_within_ms"] = enterWithin.milliseconds
        container["exit_after_ms"] = exitAfter.milliseconds
        container["minimum_rssi"] = minimumRSSI
        container["created"] = createdMicroseconds
        container["state"] = state
        container["state_since"] = stateSinceMicroseconds
    }

    package init(row: Row) throws {
        name = try row.decode(forColumn: "name")
        uuid = try row.decode(forColumn: "uuid")
        major = try row.decode(forColumn: "major")
        minor = try row.decode(forColumn: "minor")
        enterSightings = try row.decode(forColumn: "enter_sightings")
        enterWithin = .milliseconds(try row.decode(Int64.self, forColumn: "enter_within_ms"))
        exitAfter = .milliseconds(try row.decode(Int64.self, forColumn: "exit_after_ms"))
        minimumRSSI = try row.decode(forColumn: "minimum_rssi")
        createdMicroseconds = try row.decode(forColumn: "created")
        state = try row.decode(forColumn: "state")
        stateSinceMicroseconds = try row.decode(forColumn: "state_since")
    }
}

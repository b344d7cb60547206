import Advertising
import GRDB

/// A beacon that was heard, or has an alias or a calibration.
package struct KnownBeacon: Sendable, Hashable {
    package let identity: BeaconIdentity
    /// 1...64 characters.
    package let alias: String?
    package let calibration: StoredCalibration?
    /// Start of the first interval in which it was heard; nil = never.
    package let firstSeenMicroseconds: Int64?
    /// Start of the last interval in which it was heard; nil = never heard.
    package let lastSeenMicroseconds: Int64?
}

/// Measured power of a beacon at one metre.
package struct StoredCalibration: Sendable, Hashable {
    package var powerAt1mDBm: Double
    /// Difference between the weakest and the strongest sample in dB, without the trimmed ends.
    package var spreadDB: Double
    package var samples: Int
    package var calibratedMicroseconds: Int64

    package init(powerAt1mDBm: Double, spreadDB: Double, samples: Int, calibratedMicroseconds: Int64) {
        self.powerAt1mDBm = powerAt1mDBm
        self.spreadDB = spreadDB
        self.samples = samples
        self.calibratedMicroseconds = calibratedMicroseconds
    }
}

/// Beacons that were heard, named or calibrated.
package struct BeaconStore: StorePart {
    let database: DatabaseAccess

    /// Returns known beacons in the order of their identities.
    ///
    /// - Parameter after: Only beacons after this identity; nil = from the first.
    package func list(after: BeaconIdentity? = nil, limit: Int) async throws(StoreError) -> [KnownBeacon] {
        try await read { db in
            let order = "ORDER BY uuid, major, minor LIMIT ?"
            guard let after else {
                return try KnownBeacon.fetchAll(db, sql: "SELECT * FROM beacon " + order, arguments: [max(0, limit)])
            }
            return try KnownBeacon.fetchAll(
                db, sql: "SELECT * FROM beacon WHERE (uuid, major, minor) > (?, ?, ?) " + order,
                arguments: after.columns + [max(0, limit)]
            )
        }
    }

    /// Returns beacons that have an alias or a calibration, in the order of their identities.
    package func marked() async throws(StoreError) -> [KnownBeacon] {
        try await read { db in
            try KnownBeacon.fetchAll(
                db,
                sql: """
                    SELECT * FROM beacon WHERE alias IS NOT NULL OR power_at_1m IS NOT NULL
                    ORDER BY uuid, major, minor
                    """
            )
        }
    }

    /// Returns nil if the beacon is not known.
    package func find(_ identity: BeaconIdentity) async throws(StoreError) -> KnownBeacon? {
        try await read { db in try db.beacon(identity) }
    }

    /// Returns nil if no beacon has this alias.
    package func find(alias: String) async throws(StoreError) -> KnownBeacon? {
        try await read { db in
            try KnownBeacon.fetchOne(db, sql: "SELECT * FROM beacon WHERE alias = ?", arguments: [alias])
        }
    }

    /// Returns the number of known beacons.
    package func count() async throws(StoreError) -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM beacon") ?? 0 }
    }

    /// Sets or removes the alias of a beacon, which may not have been heard yet.
    ///
    /// - Parameter alias: 1...64 characters, checked by the caller; nil = none.
    /// - Throws: ``StoreError/beaconAliasTaken(owner:)``.
    package func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws(StoreError) {
        try await write { db in
            let owner = "SELECT * FROM beacon WHERE alias = ? AND (uuid, major, minor) <> (?, ?, ?)"
            if let alias, let owner = try Row.fetchOne(db, sql: owner, arguments: [alias] + identity.columns) {
                throw StoreError.beaconAliasTaken(owner: try owner.beaconIdentity())
            }
            try db.mark(identity, set: "alias = :alias", ["alias": alias])
        }
    }

    /// Stores the calibration of a beacon, which may not have been heard yet; nil removes it.
    package func setCalibration(
        _ calibration: StoredCalibration?, of identity: BeaconIdentity
    ) async throws(StoreError) {
        try await write { db in
            try db.mark(
                identity,
                set: "power_at_1m = :power, power_spread = :spread, power_samples = :samples, calibrated = :at",
                [
                    "power": calibration?.powerAt1mDBm, "spread": calibration?.spreadDB,
                    "samples": calibration?.samples, "at": calibration?.calibratedMicroseconds,
                ])
        }
    }

    /// Forgets a beacon with its alias, calibration, placement and history. Returns whether it was known.
    ///
    /// Its history cannot be read from then on; the rows are dropped when they are old, like any
    /// others.
    package func forget(_ identity: BeaconIdentity) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM beacon WHERE (uuid, major, minor) = (?, ?, ?)", arguments: identity.columns)
            let wasKnown = db.changesCount > 0
            try db.execute(
                sql: "DELETE FROM placement WHERE (uuid, major, minor) = (?, ?, ?)", arguments: identity.columns)
            return wasKnown
        }
    }
}

extension Database {
    fileprivate func beacon(_ identity: BeaconIdentity) throws -> KnownBeacon? {
        try KnownBeacon.fetchOne(
            self, sql: "SELECT * FROM beacon WHERE (uuid, major, minor) = (?, ?, ?)", arguments: identity.columns
        )
    }

    /// Changes the alias or the calibration of a beacon. Deletes the beacon if it then has neither
    /// and was never heard.
    fileprivate func mark(
        _ identity: BeaconIdentity, set assignments: String, _ values: [String: (any DatabaseValueConvertible)?]
    ) throws {
        try execute(
            sql: "INSERT INTO beacon (uuid, major, minor) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: identity.columns)
        let this: StatementArguments = [
            "uuid": identity.uuid, "major": identity.major, "minor": identity.minor,
        ]
        try execute(
            sql: "UPDATE beacon SET \(assignments) WHERE uuid = :uuid AND major = :major AND minor = :minor",
            arguments: StatementArguments(values) + this)
        try execute(
            sql: """
                DELETE FROM beacon WHERE (uuid, major, minor) = (?, ?, ?)
                AND alias IS NULL AND power_at_1m IS NULL AND last_seen IS NULL
                """,
            arguments: identity.columns)
    }
}

extension BeaconIdentity {
    /// Values for `(uuid, major, minor)`.
    var columns: StatementArguments { [uuid, major, minor] }
}

extension KnownBeacon: FetchableRecord {
    package init(row: Row) throws {
        identity = try row.beaconIdentity()
        alias = try row.decode(forColumn: "alias")
        let power: Double? = try row.decode(forColumn: "power_at_1m")
        calibration = try power.map { power in
            StoredCalibration(
                powerAt1mDBm: power, spreadDB: try row.decode(forColumn: "power_spread"),
                samples: try row.decode(forColumn: "power_samples"),
                calibratedMicroseconds: try row.decode(forColumn: "calibrated"))
        }
        firstSeenMicroseconds = try row.decode(forColumn: "first_seen")
        lastSeenMicroseconds = try row.decode(forColumn: "last_seen")
    }
}

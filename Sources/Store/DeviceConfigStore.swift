import FlockFinder
import Foundation
import GRDB
import GatewayModel

/// Devices whose configs are synchronised, and the journal of transfers to them.
/// Devices whose configs were read, and transfers to them.
package struct DeviceConfigStore: StorePart {
    let database: DatabaseAccess

    /// Maximum number of transfers stored for each device, with the configs that they replaced, and
    /// of trials that follow another trial. Beyond each, the oldest ended ones are dropped.
    package static let configTransferLimit = 50
    /// Maximum number of devices stored. Beyond it, those read longest ago are dropped, with their
    /// transfers.
    package static let configDeviceLimit = 1_000

    /// Returns every device, the most recently read first.
    package func devices() async throws(StoreError) -> [StoredConfigDevice] {
        try await read { db in
            try StoredConfigDevice.fetchAll(db, sql: "SELECT * FROM config_device ORDER BY held_at DESC, device")
        }
    }

    package func device(_ device: String) async throws(StoreError) -> StoredConfigDevice? {
        try await read { db in
            try StoredConfigDevice.fetchOne(
                db, sql: "SELECT * FROM config_device WHERE device = ?", arguments: [device])
        }
    }

    /// Stores a device, replacing its previous row.
    package func keep(_ device: StoredConfigDevice) async throws(StoreError) {
        try await write { db in try db.keep(device) }
    }

    /// Forgets a device and its transfers. Returns whether it was known.
    package func forget(_ device: String) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM config_transfer WHERE device = ?", arguments: [device])
            try db.execute(sql: "DELETE FROM config_device WHERE device = ?", arguments: [device])
            return db.changesCount > 0
        }
    }

    /// Records a transfer that is about to begin. Returns its id, which is never reused.
    package func beginTransfer(
        _ device: String, action: String, wanted: [UInt8]?, previous: [UInt8]?, atMicroseconds now: Int64
    ) async throws(StoreError) -> Int64 {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO config_transfer (device, action, phase, wanted, previous, detail, began_at, updated_at)
                    VALUES (?, ?, 'begun', ?, ?, '', ?, ?)
                    """,
                arguments: [device, action, wanted.map { Data($0) }, previous.map { Data($0) }, now, now])
            let id = db.lastInsertedRowID
            for isTrial in [false, true] {
                let part = "device = :device AND (action = 'trial' AND previous IS NULL) = :trial"
                try db.execute(
                    sql: """
                        DELETE FROM config_transfer WHERE \(part) AND outcome IS NOT NULL AND id NOT IN (
                            SELECT id FROM config_transfer WHERE \(part) ORDER BY id DESC LIMIT :limit)
                        """,
                    arguments: ["device": device, "limit": DeviceConfigStore.configTransferLimit, "trial": isTrial])
            }
            return id
        }
    }

    /// Records the phase of a transfer before the transfer goes on.
    package func continueTransfer(
        _ id: Int64, phase: TransferPhase, atMicroseconds now: Int64
    ) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE config_transfer SET phase = ?, updated_at = ? WHERE id = ?",
                arguments: [phase, now, id])
        }
    }

    /// Records the outcome of transfers together with the device's new state.
    package func endTransfers(
        _ ids: [Int64], outcome: SyncOutcome, detail: String, device: StoredConfigDevice?, atMicroseconds now: Int64
    ) async throws(StoreError) {
        try await write { db in
            for id in ids {
                try db.execute(
                    sql: "UPDATE config_transfer SET outcome = ?, detail = ?, updated_at = ? WHERE id = ?",
                    arguments: [outcome, detail, now, id])
            }
            if let device { try db.keep(device) }
        }
    }

    /// Returns transfers to a device, the newest first.
    ///
    /// - Parameter isOpen: Only those without an outcome.
    package func transfers(
        of device: String, isOpen: Bool = false, limit: Int = 2 * configTransferLimit
    ) async throws(StoreError) -> [StoredConfigTransfer] {
        try await read { db in
            try StoredConfigTransfer.fetchAll(
                db,
                sql: """
                    SELECT * FROM config_transfer WHERE device = ? AND (outcome IS NULL OR NOT ?) ORDER BY id DESC LIMIT ?
                    """, arguments: [device, isOpen, max(0, limit)]
            )
        }
    }

    package func transfer(_ id: Int64) async throws(StoreError) -> StoredConfigTransfer? {
        try await read { db in
            try StoredConfigTransfer.fetchOne(db, sql: "SELECT * FROM config_transfer WHERE id = ?", arguments: [id])
        }
    }
}

extension Database {
    fileprivate func keep(_ device: StoredConfigDevice) throws {
        try device.insert(self)
        let surplus = """
            SELECT device FROM config_device ORDER BY held_at DESC, device LIMIT -1 OFFSET \(DeviceConfigStore.configDeviceLimit)
            """
        try execute(sql: "DELETE FROM config_transfer WHERE device IN (\(surplus))")
        try execute(sql: "DELETE FROM config_device WHERE device IN (\(surplus))")
    }
}

extension StoredConfigDevice: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "config_device"
    package static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    package func encode(to container: inout PersistenceContainer) {
        container["device"] = device
        container["name"] = name
        container["address_type"] = addressType
        container["profile"] = profile
        container["dialect"] = dialect
        container["version"] = version
        container["base"] = base.map { Data($0) }
        container["synced_at"] = syncedMicroseconds
        container["held"] = Data(held)
        container["held_at"] = heldMicroseconds
        container["saved"] = saved.map { Data($0) }
        container["saved_at"] = savedMicroseconds
        container["is_save_proven"] = isSaveProven
        container["is_simulated"] = isSimulated
    }

    package init(row: Row) throws {
        self.init(
            device: try row.decode(forColumn: "device"), name: try row.decode(forColumn: "name"),
            addressType: try row.decode(forColumn: "address_type"), profile: try row.decode(forColumn: "profile"),
            dialect: try row.decode(forColumn: "dialect"), version: try row.decode(forColumn: "version"),
            held: Array(try row.decode(Data.self, forColumn: "held")),
            heldMicroseconds: try row.decode(forColumn: "held_at"),
            isSimulated: try row.decode(forColumn: "is_simulated"))
        base = try row.decode(Data?.self, forColumn: "base").map { Array($0) }
        syncedMicroseconds = try row.decode(forColumn: "synced_at")
        saved = try row.decode(Data?.self, forColumn: "saved").map { Array($0) }
        savedMicroseconds = try row.decode(forColumn: "saved_at")
        isSaveProven = try row.decode(forColumn: "is_save_proven")
    }
}

extension StoredConfigTransfer: FetchableRecord {
    package init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"), device: try row.decode(forColumn: "device"),
            action: try row.decode(forColumn: "action"), phase: try row.decode(forColumn: "phase"),
            wanted: try row.decode(Data?.self, forColumn: "wanted").map { Array($0) },
            previous: try row.decode(Data?.self, forColumn: "previous").map { Array($0) },
            outcome: try row.decode(forColumn: "outcome"), detail: try row.decode(forColumn: "detail"),
            beganMicroseconds: try row.decode(forColumn: "began_at"),
            updatedMicroseconds: try row.decode(forColumn: "updated_at"))
    }
}

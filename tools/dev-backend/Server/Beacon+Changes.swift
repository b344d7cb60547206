import GRDB
import LineFormats

extension Beacon {
    /// Creates a beacon without major and minor. Returns its ID.
    static func add(uuid: String, name: String, isActive: Bool, to business: Int, _ call: Call) throws -> Int {
        try Wording.check(name, "Name")
        try checkFree(uuid, exceptOf: nil, of: business, call.db)
        return try insert(
            uuid: uuid, major: nil, minor: nil, mac: nil, name: name, isActive: isActive, of: business, call)
    }

    static func insert(
        uuid: String, major: Int?, minor: Int?, mac: String?, name: String, isActive: Bool, of business: Int,
        _ call: Call
    ) throws -> Int {
        let known = try Int.fetchOne(call.db.cachedStatement(sql: "SELECT count(*) FROM Beacons")) ?? 0
        guard known < Limits.beacons else {
            throw Rejection.refused("This server holds \(Limits.beacons) beacons at most.")
        }
        try call.db.cachedStatement(
            sql: """
                INSERT INTO Beacons (UUID, Name, BusinessID, IsActive, Major, Minor, MacAddress, Created, Updated)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
                """
        ).execute(arguments: [uuid, name, business, isActive, major, minor, mac, call.now.description])
        return Int(call.db.lastInsertedRowID)
    }

    /// Changes the fields that are not nil.
    func change(uuid: String?, name: String?, isActive: Bool?, _ call: Call) throws {
        if let name { try Wording.check(name, "Name") }
        if let uuid, uuid != self.uuid {
            guard major == nil else {
                throw Rejection.refused("The UUID of a registered beacon is its identity, and stays.")
            }
            try Beacon.checkFree(uuid, exceptOf: id, of: business, call.db)
        }
        try call.db.cachedStatement(
            sql: """
                UPDATE Beacons SET UUID = coalesce(?, UUID), Name = coalesce(?, Name),
                    IsActive = coalesce(?, IsActive), Updated = ?
                WHERE ID = ?
                """
        ).execute(arguments: [uuid, name, isActive, call.now.description, id])
    }

    /// Deactivates the beacon, and removes its hardware and its service point.
    func wipe(_ call: Call) throws {
        try ServicePoint.unassign(id, call.db)
        try call.db.cachedStatement(sql: "UPDATE Beacons SET IsActive = 0, MacAddress = NULL, Updated = ? WHERE ID = ?")
            .execute(arguments: [call.now.description, id])
    }

    /// Among beacons without major and minor, each UUID belongs to one beacon only.
    private static func checkFree(_ uuid: String, exceptOf id: Int?, of business: Int, _ db: Database) throws {
        let sql = "SELECT BusinessID FROM Beacons WHERE UUID = ? AND Major IS NULL AND ID IS NOT ?"
        guard let owner = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [uuid, id]) else { return }
        throw Rejection.refused(
            owner == business
                ? "There is a beacon with this UUID already." : "This UUID belongs to a beacon of another business.")
    }
}

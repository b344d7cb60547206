import GRDB
import LineFormats

/// A row of `ServicePoints`.
struct ServicePoint {
    let id: Int
    let business: Int
    let name: String
    let type: Int?
    let code: String?
    let sortOrder: Int?
    let isActive: Bool
    let beacon: Int?
    let minor: Int?

    private init(_ row: Row) {
        id = row["ID"]
        business = row["BusinessID"]
        name = row["Name"]
        type = row["TypeID"]
        code = row["Code"]
        sortOrder = row["SortOrder"]
        isActive = row["IsActive"]
        beacon = row["BeaconID"]
        minor = row["Minor"]
    }

    static func all(of business: Int, _ db: Database) throws -> [ServicePoint] {
        let sql = "SELECT * FROM ServicePoints WHERE BusinessID = ? ORDER BY SortOrder, ID"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [business]).map(ServicePoint.init)
    }

    /// Rejects the request if the business has no service point with that ID.
    static func find(_ id: Int, of business: Int, _ db: Database) throws -> ServicePoint {
        let sql = "SELECT * FROM ServicePoints WHERE ID = ? AND BusinessID = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id, business]) else {
            throw Rejection.refused("The business has no service point \(id).")
        }
        return ServicePoint(row)
    }

    static func find(named name: String, of business: Int, _ db: Database) throws -> ServicePoint? {
        let sql = "SELECT * FROM ServicePoints WHERE Name = ? AND BusinessID = ? AND IsActive ORDER BY ID LIMIT 1"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [name, business]).map(ServicePoint.init)
    }

    static func find(withBeacon beacon: Int, _ db: Database) throws -> ServicePoint? {
        let sql = "SELECT * FROM ServicePoints WHERE BeaconID = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [beacon]).map(ServicePoint.init)
    }

    /// Creates a service point and returns its ID.
    static func add(named name: String, to business: Int, _ db: Database) throws -> Int {
        let known = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM ServicePoints")) ?? 0
        guard known < Limits.servicePoints else {
            throw Rejection.refused("This server holds \(Limits.servicePoints) service points at most.")
        }
        try db.cachedStatement(
            sql: "INSERT INTO ServicePoints (BusinessID, Name, TypeID, IsActive) VALUES (?, ?, 1, 1)"
        ).execute(arguments: [business, name])
        return Int(db.lastInsertedRowID)
    }

    /// A beacon is at one service point only, so it is removed from its previous one.
    static func assign(_ beacon: Int?, to id: Int, _ db: Database) throws {
        if let beacon { try unassign(beacon, db) }
        try db.cachedStatement(sql: "UPDATE ServicePoints SET BeaconID = ? WHERE ID = ?").execute(arguments: [
            beacon, id,
        ])
    }

    static func unassign(_ beacon: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE ServicePoints SET BeaconID = NULL WHERE BeaconID = ?").execute(arguments: [
            beacon
        ])
    }

    func write(_ writer: inout JSONWriter) {
        writer.field("ID", id)
        writer.field("BusinessID", business)
        writer.field("Name", name)
        writer.field("TypeID", orNull: type)
        writer.field("Code", orNull: code)
        writer.field("SortOrder", orNull: sortOrder)
        writer.field("IsActive", isActive)
        writer.field("BeaconID", orNull: beacon)
        writer.field("Minor", orNull: minor)
    }
}

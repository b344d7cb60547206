import GRDB
import LineFormats

/// A row of `Beacons`, with its service point.
struct Beacon {
    let id: Int
    let uuid: String
    let name: String
    let business: Int
    let businessName: String
    let isActive: Bool
    let major: Int?
    let minor: Int?
    let mac: String?
    let servicePoint: Int?
    let servicePointName: String?
    let lastSeen: String?
    let created: String
    let updated: String

    private static let all = """
        SELECT b.*, n.Name AS BusinessName, s.ID AS ServicePointID, s.Name AS ServicePointName
        FROM Beacons b JOIN Businesses n ON n.ID = b.BusinessID LEFT JOIN ServicePoints s ON s.BeaconID = b.ID

        """

    private init(_ row: Row) {
        id = row["ID"]
        uuid = row["UUID"]
        name = row["Name"]
        business = row["BusinessID"]
        businessName = row["BusinessName"]
        isActive = row["IsActive"]
        major = row["Major"]
        minor = row["Minor"]
        mac = row["MacAddress"]
        servicePoint = row["ServicePointID"]
        servicePointName = row["ServicePointName"]
        lastSeen = row["LastSeen"]
        created = row["Created"]
        updated = row["Updated"]
    }

    static func allActive(_ db: Database) throws -> [Beacon] {
        try Row.fetchAll(db.cachedStatement(sql: all + "WHERE b.IsActive ORDER BY b.ID")).map(Beacon.init)
    }

    static func allActive(uuids: [String], _ db: Database) throws -> [Beacon] {
        let places = uuids.map { _ in "?" }.joined(separator: ",")
        return try Row.fetchAll(
            db, sql: all + "WHERE b.IsActive AND b.UUID IN (\(places)) ORDER BY b.ID",
            arguments: StatementArguments(uuids)
        ).map(Beacon.init)
    }

    static func all(of business: Int, _ db: Database) throws -> [Beacon] {
        try Row.fetchAll(db.cachedStatement(sql: all + "WHERE b.BusinessID = ? ORDER BY b.ID"), arguments: [business])
            .map(Beacon.init)
    }

    /// Rejects the request if the business has no beacon with that ID.
    static func find(_ id: Int, of business: Int, _ db: Database) throws -> Beacon {
        let sql = all + "WHERE b.ID = ? AND b.BusinessID = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id, business]) else {
            throw Rejection.refused("The business has no beacon \(id).")
        }
        return Beacon(row)
    }

    static func find(mac: String, _ db: Database) throws -> Beacon? {
        try Row.fetchOne(db.cachedStatement(sql: all + "WHERE b.MacAddress = ?"), arguments: [mac]).map(Beacon.init)
    }

    static func find(_ identity: Identity, _ db: Database) throws -> Beacon? {
        let sql = all + "WHERE b.UUID = ? AND b.Major = ? AND b.Minor = ?"
        return try Row.fetchOne(
            db.cachedStatement(sql: sql), arguments: [identity.uuid, identity.major, identity.minor]
        )
        .map(Beacon.init)
    }

    func write(_ writer: inout JSONWriter) {
        writer.field("ID", id)
        writer.field("UUID", uuid)
        writer.field("Name", name)
        writer.field("BusinessID", business)
        writer.field("BusinessName", businessName)
        writer.field("IsActive", isActive)
        writer.field("Major", orNull: major)
        writer.field("Minor", orNull: minor)
        writer.field("MacAddress", orNull: mac)
        writer.field("ServicePointID", orNull: servicePoint)
        writer.field("ServicePointName", orNull: servicePointName)
        writer.field("LastSeen", orNull: lastSeen)
        writer.field("Created", created)
        writer.field("Updated", updated)
    }
}

/// Identity that a registered beacon advertises.
struct Identity: Equatable, CustomStringConvertible {
    let uuid: String
    let major: Int
    let minor: Int

    init(_ body: Fields) throws {
        uuid = try body.uuid("UUID")
        major = try body.part("Major")
        minor = try body.part("Minor")
    }

    var description: String { "\(uuid)/\(major)/\(minor)" }
}

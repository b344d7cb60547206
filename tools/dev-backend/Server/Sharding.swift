import GRDB
import LineFormats

/// Allocation of UUIDs, majors and minors. An allocation is permanent.
enum Sharding {
    static func namespace(of business: Int, _ db: Database) throws -> (uuid: String, major: Int) {
        let own = "SELECT UUID, Major FROM Namespaces WHERE BusinessID = ?"
        if let row = try Row.fetchOne(db.cachedStatement(sql: own), arguments: [business]) {
            return (row["UUID"], row["Major"])
        }
        let number = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM Namespaces")) ?? 0
        guard let (uuid, major) = ShardPool.namespace(number) else {
            throw Rejection.refused("Every UUID and major is allocated.")
        }
        try db.cachedStatement(sql: "INSERT INTO Namespaces (BusinessID, UUID, Major) VALUES (?, ?, ?)").execute(
            arguments: [business, uuid, major])
        return (uuid, major)
    }

    static func minor(of point: ServicePoint, _ db: Database) throws -> Int {
        if let minor = point.minor { return minor }
        let highest = "SELECT max(Minor) FROM ServicePoints WHERE BusinessID = ?"
        let minor = (try Int.fetchOne(db.cachedStatement(sql: highest), arguments: [point.business]) ?? 0) + 1
        guard minor <= 65_535 else { throw Rejection.refused("Every minor of the business is allocated.") }
        try db.cachedStatement(sql: "UPDATE ServicePoints SET Minor = ? WHERE ID = ?").execute(arguments: [
            minor, point.id,
        ])
        return minor
    }

    static func owner(uuid: String, major: Int, _ db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT BusinessID FROM Namespaces WHERE UUID = ? AND Major = ?"),
            arguments: [uuid, major])
    }
}

extension Operation {
    static func allocateNamespace(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        try call.check(business)
        let (uuid, major) = try Sharding.namespace(of: business, call.db)
        return { writer in
            writer.field("BusinessID", business)
            writer.field("UUID", uuid)
            writer.field("Major", major)
        }
    }

    static func allocateMinor(_ call: Call) throws -> Reply {
        let point = try servicePoint(call)
        let minor = try Sharding.minor(of: point, call.db)
        return { writer in
            writer.field("ServicePointID", point.id)
            writer.field("Minor", minor)
        }
    }

    static func getBeaconConfig(_ call: Call) throws -> Reply {
        let point = try servicePoint(call)
        let (uuid, major) = try Sharding.namespace(of: point.business, call.db)
        let minor = try Sharding.minor(of: point, call.db)
        return { writer in
            writer.object("Config") { config in
                config.field("UUID", uuid)
                config.field("Major", major)
                config.field("Minor", minor)
                config.field("Name", point.name)
                config.field("MeasuredPower", -59)
                config.field("AdvInterval", 2)
                config.field("TxPower", 4)
            }
        }
    }

    static func resolveBusiness(_ call: Call) throws -> Reply {
        let (uuid, major) = (try call.body.uuid("UUID"), try call.body.part("Major"))
        guard let owner = try Sharding.owner(uuid: uuid, major: major, call.db),
            let business = try Business.find(owner, call.db)
        else { throw Rejection.refused("No business has this UUID and major.") }
        return { $0.object("Business", business.write) }
    }

    private static func servicePoint(_ call: Call) throws -> ServicePoint {
        let (business, id) = (try call.body.id("BusinessID"), try call.body.id("ServicePointID"))
        try call.check(business)
        return try ServicePoint.find(id, of: business, call.db)
    }
}

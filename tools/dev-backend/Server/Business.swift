import GRDB
import LineFormats

/// A row of `Businesses`.
struct Business {
    let id: Int
    let name: String
    let city: String?
    let parent: Int?

    private init(_ row: Row) {
        id = row["ID"]
        name = row["Name"]
        city = row["City"]
        parent = row["ParentBusinessID"]
    }

    static func find(_ id: Int, _ db: Database) throws -> Business? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM Businesses WHERE ID = ?"), arguments: [id]).map(
            Business.init)
    }

    static func find(_ id: Int, of user: Int?, _ db: Database) throws -> Business? {
        let own = "SELECT b.* FROM Businesses b JOIN UserBusinesses ON BusinessID = ID WHERE UserID = ? AND ID = ?"
        return try Row.fetchOne(db.cachedStatement(sql: own), arguments: [user, id]).map(Business.init)
    }

    static func all(of user: Int?, _ db: Database) throws -> [Business] {
        let own = "SELECT b.* FROM Businesses b JOIN UserBusinesses ON BusinessID = ID WHERE UserID = ? ORDER BY ID"
        return try Row.fetchAll(db.cachedStatement(sql: own), arguments: [user]).map(Business.init)
    }

    func write(_ writer: inout JSONWriter) {
        writer.field("ID", id)
        writer.field("Name", name)
        writer.field("City", orNull: city)
        writer.field("ParentBusinessID", orNull: parent)
    }
}

extension Operation {
    static func listBusinesses(_ call: Call) throws -> Reply {
        let businesses = try Business.all(of: call.user, call.db)
        return { $0.array("Businesses") { list in for business in businesses { list.element(business.write) } } }
    }

    static func getBusiness(_ call: Call) throws -> Reply {
        let id = try call.body.id("BusinessID")
        guard let business = try Business.find(id, of: call.user, call.db) else {
            throw Rejection.refused("You have no business \(id).")
        }
        return { $0.object("Business", business.write) }
    }
}

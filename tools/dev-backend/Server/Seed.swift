import GRDB
import LineFormats

/// Content of a new database. All of it is made up.
package enum Seed: String, Sendable, CaseIterable {
    /// Three businesses, the third without service points, and no beacons.
    case small
    /// Two businesses, the second with 20 service points, and no beacons.
    case crew
    /// 100 businesses, the first with 1,000 service points, 48 of them with 20 beacons each.
    case large

    /// Logins of the user of all businesses, the user of the second one, and a user without any.
    package static let phones = ["+15550100", "+15550101", "+15550102"]
    package static let emails = ["ada@dev.example", "ben@dev.example", "cleo@dev.example"]
    /// One-time password and password of every user.
    package static let password = "123456"

    private static let users = ["Ada", "Ben", "Cleo"]
    private static let types = ["Table", "Counter", "Bar", "Terrace"]

    func fill(_ db: Database, now: Timestamp) throws {
        for (name, (phone, email)) in zip(Seed.users, zip(Seed.phones, Seed.emails)) {
            try db.execute(
                sql: "INSERT INTO Users (Name, Phone, Email) VALUES (?, ?, ?)", arguments: [name, phone, email])
        }
        for (index, type) in Seed.types.enumerated() {
            try db.execute(sql: "INSERT INTO ServicePointTypes VALUES (?, ?)", arguments: [index + 1, type])
        }
        switch self {
        case .small: try fillSmall(db)
        case .crew:
            try addBusiness(db, "Nordwind", "Kiel", tables: 2)
            try addBusiness(db, "Lindenhof", "Linz", tables: 20)
        case .large: try fillLarge(db, now)
        }
        let businesses = try Int.fetchAll(db, sql: "SELECT ID FROM Businesses")
        for (user, business) in businesses.map({ (1, $0) }) + [(2, 2)] {
            try db.execute(sql: "INSERT INTO UserBusinesses VALUES (?, ?)", arguments: [user, business])
        }
    }

    private func fillSmall(_ db: Database) throws {
        try addBusiness(db, "Lindenhof", "Linz", tables: 4)
        try addBusiness(db, "Nordwind", "Kiel", tables: 2)
        try addBusiness(db, "Lindenhof Garden", "Linz", parent: 1, tables: 0)
    }

    private func fillLarge(_ db: Database, _ now: Timestamp) throws {
        for number in 1...100 {
            let tables = number == 1 ? 1_000 : number == 100 ? 0 : 20
            try addBusiness(db, "Business \(number)", "City \(number % 10)", tables: tables)
        }
        var made = 0
        for business in 2...49 {
            let (uuid, major) = try Sharding.namespace(of: business, db)
            for point in try ServicePoint.all(of: business, db) {
                let minor = try Sharding.minor(of: point, db)
                let digits = String(made, radix: 16)
                let mac = HexGroups.mac.canonical("C2D0" + String(repeating: "0", count: 8 - digits.count) + digits)
                made += 1
                try db.execute(
                    sql: """
                        INSERT INTO Beacons (UUID, Name, BusinessID, IsActive, Major, Minor, MacAddress, Created, Updated)
                        VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        uuid, point.name, business, major, minor, mac, now.description, now.description,
                    ])
                try ServicePoint.assign(Int(db.lastInsertedRowID), to: point.id, db)
            }
        }
    }

    private func addBusiness(
        _ db: Database, _ name: String, _ city: String, parent: Int? = nil, tables: Int
    ) throws {
        try db.execute(
            sql: "INSERT INTO Businesses (Name, City, ParentBusinessID) VALUES (?, ?, ?)",
            arguments: [name, city, parent])
        let business = Int(db.lastInsertedRowID)
        for table in 0..<tables {
            try db.execute(
                sql: """
                    INSERT INTO ServicePoints (BusinessID, Name, TypeID, Code, SortOrder, IsActive)
                    VALUES (?, ?, 1, ?, ?, 1)
                    """,
                arguments: [business, "Table \(table + 1)", "T\(table + 1)", table])
        }
    }
}

import GRDB
import LineFormats

extension Operation {
    static func listServicePoints(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        try call.check(business)
        let points = try ServicePoint.all(of: business, call.db)
        return { $0.array("ServicePoints") { list in for point in points { list.element(point.write) } } }
    }

    static func saveServicePoint(_ call: Call) throws -> Reply {
        let change = try ServicePointChange(call.body)
        try call.check(change.business)
        let id = try change.id ?? ServicePoint.add(named: change.newName(), to: change.business, call.db)
        _ = try ServicePoint.find(id, of: change.business, call.db)
        try change.apply(to: id, call.db)
        let point = try ServicePoint.find(id, of: change.business, call.db)
        return { $0.object("ServicePoint", point.write) }
    }

    static func listServicePointTypes(_ call: Call) throws -> Reply {
        let types = try Row.fetchAll(call.db.cachedStatement(sql: "SELECT * FROM ServicePointTypes ORDER BY ID"))
        return { writer in
            writer.array("Types") { list in
                for type in types {
                    list.element { object in
                        object.field("ID", type["ID"] as Int)
                        object.field("Name", type["Name"] as String)
                    }
                }
            }
        }
    }

    static func assignBeacon(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        let id = try call.body.id("ServicePointID")
        guard let assignment = try call.body.assignment("BeaconID") else {
            throw Rejection.malformed("BeaconID is missing.")
        }
        try call.check(business)
        _ = try ServicePoint.find(id, of: business, call.db)
        try assign(assignment, to: id, of: business, call.db)
        let point = try ServicePoint.find(id, of: business, call.db)
        return { $0.object("ServicePoint", point.write) }
    }

    fileprivate static func assign(
        _ assignment: Fields.Assignment, to id: Int, of business: Int, _ db: Database
    ) throws {
        switch assignment {
        case .nobody: try ServicePoint.assign(nil, to: id, db)
        case .beacon(let beacon):
            _ = try Beacon.find(beacon, of: business, db)
            try ServicePoint.assign(beacon, to: id, db)
        }
    }
}

/// Content of a request to `/servicepoints/save.php`.
private struct ServicePointChange {
    let business: Int
    let id: Int?
    private let name: String?
    private let type: Int?
    private let code: String?
    private let sortOrder: Int?
    private let isActive: Bool?
    private let beacon: Fields.Assignment?

    init(_ body: Fields) throws {
        business = try body.id("BusinessID")
        id = try body.id(ifAny: "ID")
        name = try body.text("Name", 1...100)
        type = try body.id(ifAny: "TypeID")
        code = try body.text("Code", 0...40)
        sortOrder = try body.number("SortOrder", 0...100_000)
        isActive = try body.flag("IsActive")
        beacon = try body.assignment("BeaconID")
    }

    func newName() throws -> String {
        guard let name else { throw Rejection.refused("A new service point needs a Name.") }
        return name
    }

    func apply(to id: Int, _ db: Database) throws {
        if let name { try Wording.check(name, "Name") }
        if let code, !code.isEmpty { try Wording.check(code, "Code") }
        let isKnown = "SELECT EXISTS (SELECT * FROM ServicePointTypes WHERE ID = ?)"
        if let type, try Bool.fetchOne(db.cachedStatement(sql: isKnown), arguments: [type]) == false {
            throw Rejection.refused("There is no type \(type) of service points.")
        }
        try db.cachedStatement(
            sql: """
                UPDATE ServicePoints SET Name = coalesce(?, Name), TypeID = coalesce(?, TypeID),
                    Code = coalesce(?, Code), SortOrder = coalesce(?, SortOrder), IsActive = coalesce(?, IsActive)
                WHERE ID = ?
                """
        ).execute(arguments: [name, type, code, sortOrder, isActive, id])
        if let beacon { try Operation.assign(beacon, to: id, of: business, db) }
    }
}

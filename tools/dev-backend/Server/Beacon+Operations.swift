import GRDB
import LineFormats

extension Operation {
    static func listAllBeacons(_ call: Call) throws -> Reply { beacons(try Beacon.allActive(call.db)) }

    static func lookupBeacons(_ call: Call) throws -> Reply {
        let uuids = try call.body.uuids("UUIDs", 1...Limits.uuidsOfLookup)
        return beacons(try Beacon.allActive(uuids: uuids, call.db))
    }

    static func lookupBeaconByMAC(_ call: Call) throws -> Reply {
        guard let beacon = try Beacon.find(mac: call.body.mac("MacAddress"), call.db) else { return { _ in } }
        return { $0.object("Beacon", beacon.write) }
    }

    static func listBeacons(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        try call.check(business)
        return beacons(try Beacon.all(of: business, call.db))
    }

    static func getBeacon(_ call: Call) throws -> Reply {
        let beacon = try beacon(call)
        return { $0.object("Beacon", beacon.write) }
    }

    static func createBeacon(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        let (name, uuid) = (try call.body.name("Name"), try call.body.uuid("UUID"))
        let isActive = try call.body.flag("IsActive") ?? true
        try call.check(business)
        let id = try Beacon.add(uuid: uuid, name: name, isActive: isActive, to: business, call)
        let beacon = try Beacon.find(id, of: business, call.db)
        return { $0.object("Beacon", beacon.write) }
    }

    static func updateBeacon(_ call: Call) throws -> Reply {
        let name = try call.body.text("Name", 1...100)
        let uuid = try call.body.uuid(ifAny: "UUID")
        let isActive = try call.body.flag("IsActive")
        let before = try beacon(call)
        try before.change(uuid: uuid, name: name, isActive: isActive, call)
        let beacon = try Beacon.find(before.id, of: before.business, call.db)
        return { $0.object("Beacon", beacon.write) }
    }

    static func deleteBeacon(_ call: Call) throws -> Reply {
        let beacon = try beacon(call)
        // The service point keeps no beacon: ON DELETE SET NULL.
        try call.db.cachedStatement(sql: "DELETE FROM Beacons WHERE ID = ?").execute(arguments: [beacon.id])
        return { _ in }
    }

    static func wipeBeacon(_ call: Call) throws -> Reply {
        try beacon(call).wipe(call)
        return { _ in }
    }

    static func saveBeacon(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        let given = try call.body.id(ifAny: "ID")
        let (name, uuid) = (try call.body.name("Name"), try call.body.uuid("UUID"))
        let isActive = try call.body.flag("IsActive")
        let place = try call.body.id(ifAny: "ServicePointID")
        try call.check(business)
        let id: Int
        if let given {
            id = given
            try Beacon.find(id, of: business, call.db).change(uuid: uuid, name: name, isActive: isActive, call)
        } else {
            id = try Beacon.add(uuid: uuid, name: name, isActive: isActive ?? true, to: business, call)
        }
        if let place {
            try ServicePoint.assign(id, to: ServicePoint.find(place, of: business, call.db).id, call.db)
        } else if given == nil {
            let point = try ServicePoint.find(named: name, of: business, call.db)?.id
            try ServicePoint.assign(id, to: point ?? ServicePoint.add(named: name, to: business, call.db), call.db)
        }
        try Counting.save.add(String(id), call.db)
        let beacon = try Beacon.find(id, of: business, call.db)
        let point = try ServicePoint.find(withBeacon: id, call.db)
        return { writer in
            writer.object("Beacon", beacon.write)
            if let point { writer.object("ServicePoint", point.write) }
        }
    }

    private static func beacon(_ call: Call) throws -> Beacon {
        let (business, id) = (try call.body.id("BusinessID"), try call.body.id("BeaconID"))
        try call.check(business)
        return try Beacon.find(id, of: business, call.db)
    }

    private static func beacons(_ beacons: [Beacon]) -> Reply {
        { $0.array("Beacons") { list in for beacon in beacons { list.element(beacon.write) } } }
    }
}

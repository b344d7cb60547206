import GRDB
import LineFormats

/// Assigns an identity to a piece of hardware.
struct Registration {
    let business: Int
    private let servicePoint: Int
    private let identity: Identity
    private let mac: String
    private let name: String?

    init(_ body: Fields) throws {
        business = try body.id("BusinessID")
        servicePoint = try body.id("ServicePointID")
        identity = try Identity(body)
        mac = try body.mac("MacAddress")
        name = try body.text("Name", 1...100)
    }

    /// Carries the registration out. Returns the beacon, and whether anything was changed.
    func carryOut(_ call: Call) throws -> (beacon: Beacon, created: Bool) {
        if let name { try Wording.check(name, "Name") }
        let point = try ServicePoint.find(servicePoint, of: business, call.db)
        try checkIdentity(of: point, call.db)
        let known = try Beacon.find(identity, call.db)
        if let known, known.isActive, known.mac == mac {
            try Counting.repetition.add(identity.description, call.db)
            return (known, false)
        }
        try releaseHardware(call)
        let id: Int
        if let known {
            id = known.id
            // Other hardware has not been seen yet, so its last sighting is deleted.
            try call.db.cachedStatement(
                sql: """
                    UPDATE Beacons SET MacAddress = ?1, IsActive = 1, Name = coalesce(?2, Name), Updated = ?3,
                        LastSeen = CASE WHEN MacAddress = ?1 THEN LastSeen END
                    WHERE ID = ?4
                    """
            ).execute(arguments: [mac, name, call.now.description, id])
        } else {
            id = try Beacon.insert(
                uuid: identity.uuid, major: identity.major, minor: identity.minor, mac: mac, name: name ?? point.name,
                isActive: true, of: business, call)
        }
        try ServicePoint.assign(id, to: point.id, call.db)
        try Counting.registration.add(identity.description, call.db)
        try Counting.hardware.add(mac, call.db)
        return (try Beacon.find(id, of: business, call.db), true)
    }

    private func checkIdentity(of point: ServicePoint, _ db: Database) throws {
        switch try Sharding.owner(uuid: identity.uuid, major: identity.major, db) {
        case business: break
        case nil: throw Rejection.refused("This UUID and major are allocated to nobody.")
        default: throw Rejection.refused("This identity belongs to another business.")
        }
        guard let minor = point.minor else {
            throw Rejection.refused("No minor is allocated to service point \(point.id).")
        }
        guard minor == identity.minor else {
            throw Rejection.refused("Service point \(point.id) has minor \(minor), not \(identity.minor).")
        }
    }

    /// Hardware has one identity: the earlier beacon of this hardware loses it.
    private func releaseHardware(_ call: Call) throws {
        guard let before = try Beacon.find(mac: mac, call.db) else { return }
        guard before.business == business || !before.isActive else {
            throw Rejection.refused("This hardware is registered by another business. Wipe it there first.")
        }
        try before.wipe(call)
    }
}

extension Operation {
    static func registerHardware(_ call: Call) throws -> Reply {
        let registration = try Registration(call.body)
        try call.check(registration.business)
        let (beacon, created) = try registration.carryOut(call)
        return { writer in
            writer.field("Created", created)
            writer.object("Beacon", beacon.write)
        }
    }

    static func verifyBroadcast(_ call: Call) throws -> Reply {
        let business = try call.body.id("BusinessID")
        let identity = try Identity(call.body)
        let mac = try call.body.mac(ifAny: "MacAddress")
        _ = try call.body.number("RSSI", -127...20)
        let seen = try call.body.time("SeenAt") ?? call.now
        try call.check(business)
        guard let beacon = try Beacon.find(identity, call.db), beacon.business == business, beacon.isActive else {
            throw Rejection.refused("No beacon of the business is registered with this identity.")
        }
        if let mac, mac != beacon.mac {
            throw Rejection.refused("Other hardware is registered with this identity.")
        }
        // A clock that is ahead does not hide later sightings.
        let moment = min(seen.microsecondsSince1970, call.now.microsecondsSince1970)
        let before = beacon.lastSeen.flatMap { Timestamp($0) }?.microsecondsSince1970 ?? .min
        let last = Timestamp(microsecondsSince1970: max(moment, before))
        try call.db.cachedStatement(sql: "UPDATE Beacons SET LastSeen = ? WHERE ID = ?").execute(arguments: [
            last.description, beacon.id,
        ])
        try Counting.verify.add(identity.description, call.db)
        return { _ in }
    }
}

import Advertising
import RESTClient

extension Login {
    init(_ fields: Fields) throws(PayfritError) {
        let token = try fields.text("Token")
        guard HeaderText.isToken(token) else {
            throw fields.malformed("Token", "has characters that a header cannot have")
        }
        self.init(token: token, user: try fields.optionalID("UserID"), name: try fields.optionalText("Name"))
    }
}

extension Business {
    init(_ fields: Fields) throws(PayfritError) {
        self.init(
            id: try fields.id("ID"), name: try fields.text("Name"), city: try fields.optionalText("City"),
            parent: try fields.optionalID("ParentBusinessID"))
    }
}

extension ServicePoint {
    init(_ fields: Fields) throws(PayfritError) { try self.init(fields, of: nil) }

    /// - Parameter business: Business to assume if the answer does not state it.
    init(_ fields: Fields, of business: Int?) throws(PayfritError) {
        self.init(
            id: try fields.id("ID"), business: try fields.business(or: business), name: try fields.text("Name"),
            type: fields.readable { fields throws(PayfritError) in try fields.optionalID("TypeID") },
            code: fields.readable { fields throws(PayfritError) in try fields.optionalText("Code") },
            sortOrder: fields.readable { fields throws(PayfritError) in
                try fields.optionalNumber("SortOrder", Int(Int32.min)...Int(Int32.max))
            },
            isActive: fields.readable { fields throws(PayfritError) in try fields.optionalFlag("IsActive") } ?? true,
            beacon: fields.readable { fields throws(PayfritError) in try fields.optionalID("BeaconID") },
            minor: fields.readable { fields throws(PayfritError) in try fields.optionalPart("Minor") })
    }
}

extension ServicePointType {
    init(_ fields: Fields) throws(PayfritError) {
        self.init(id: try fields.id("ID"), name: try fields.text("Name"))
    }
}

extension Beacon {
    init(_ fields: Fields) throws(PayfritError) { try self.init(fields, of: nil) }

    /// Ignores optional fields that cannot be read: the beacon's ID is what matters.
    ///
    /// - Parameter business: Business to assume if the answer does not state it.
    init(_ fields: Fields, of business: Int?) throws(PayfritError) {
        func text(_ key: String) -> String? {
            fields.readable { fields throws(PayfritError) in try fields.optionalText(key) }
        }
        func part(_ key: String) -> UInt16? {
            fields.readable { fields throws(PayfritError) in try fields.optionalPart(key) }
        }
        self.init(
            id: try fields.id("ID"), uuid: ProximityUUID(0), name: text("Name"),
            business: try fields.business(or: business), businessName: text("BusinessName"),
            isActive: fields.readable { fields throws(PayfritError) in try fields.optionalFlag("IsActive") } ?? true,
            major: part("Major"), minor: part("Minor"),
            address: fields.readable { fields throws(PayfritError) in try fields.optionalAddress("MacAddress") },
            servicePoint: fields.readable { fields throws(PayfritError) in try fields.optionalID("ServicePointID") },
            servicePointName: text("ServicePointName"), lastSeen: text("LastSeen"), created: text("Created"),
            updated: text("Updated"))
        uuidText = text("UUID") ?? ""
        uuid = ProximityUUID(uuidText)
    }
}

extension BeaconNamespace {
    init(_ fields: Fields) throws(PayfritError) {
        self.init(uuid: try fields.uuid("UUID"), major: try fields.part("Major"))
    }
}

extension BeaconConfig {
    init(_ fields: Fields) throws(PayfritError) {
        let identity = BeaconIdentity(
            uuid: try fields.uuid("UUID"), major: try fields.part("Major"), minor: try fields.part("Minor"))
        self.init(
            identity: identity, name: try fields.text("Name"),
            rssiAt1mDBm: try fields.optionalNumber("MeasuredPower", -127...20),
            intervalUnits: try fields.optionalNumber("AdvInterval", 1...255),
            txPowerIndex: try fields.optionalNumber("TxPower", 0...7))
    }
}

extension RegisteredHardware {
    /// - Parameter business: Business to assume if the answer does not state it.
    init(_ fields: Fields, of business: Int?) throws(PayfritError) {
        guard let beacon = try fields.optionalObject("Beacon") else {
            throw fields.malformed("Beacon", "is missing")
        }
        let created = fields.readable { fields throws(PayfritError) in try fields.optionalFlag("Created") }
        self.init(created: created ?? true, beacon: try Beacon(beacon, of: business))
    }
}

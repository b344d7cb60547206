import Advertising

extension Login {
    init(_ fields: Fields) throws(PayfritError) {
        let token = try fields.text("Token")
        guard HeaderText.isToken(token) else { throw fields.malformed("Token", "has what no header can have") }
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
    init(_ fields: Fields) throws(PayfritError) {
        self.init(
            id: try fields.id("ID"), business: try fields.id("BusinessID"), name: try fields.text("Name"),
            type: try fields.optionalID("TypeID"), code: try fields.optionalText("Code"),
            sortOrder: try fields.optionalNumber("SortOrder", Int(Int32.min)...Int(Int32.max)),
            isActive: try fields.optionalFlag("IsActive") ?? true, beacon: try fields.optionalID("BeaconID"),
            minor: try fields.optionalPart("Minor"))
    }
}

extension ServicePointType {
    init(_ fields: Fields) throws(PayfritError) {
        self.init(id: try fields.id("ID"), name: try fields.text("Name"))
    }
}

extension Beacon {
    init(_ fields: Fields) throws(PayfritError) {
        let text = try fields.text("UUID")
        self.init(
            id: try fields.id("ID"), uuid: ProximityUUID(0), name: try fields.optionalText("Name"),
            business: try fields.id("BusinessID"), businessName: try fields.optionalText("BusinessName"),
            isActive: try fields.optionalFlag("IsActive") ?? true, major: try fields.optionalPart("Major"),
            minor: try fields.optionalPart("Minor"), address: try fields.optionalAddress("MacAddress"),
            servicePoint: try fields.optionalID("ServicePointID"),
            servicePointName: try fields.optionalText("ServicePointName"),
            lastSeen: try fields.optionalText("LastSeen"), created: try fields.optionalText("Created"),
            updated: try fields.optionalText("Updated"))
        uuid = ProximityUUID(text)
        uuidText = text
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
    init(_ fields: Fields) throws(PayfritError) {
        guard let beacon = try fields.optionalObject("Beacon") else {
            throw fields.malformed("Beacon", "is missing")
        }
        self.init(created: try fields.optionalFlag("Created") ?? true, beacon: try Beacon(beacon))
    }
}

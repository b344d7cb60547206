import Advertising
import GatewayModel
import Payfrit
import Store

/// Beacons of the backend.
extension PayfritService {
    /// Largest number of characters in a name; combining marks count one by one.
    static let nameLimit = 100

    /// Returns the beacons of the business, active or not.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; the functions below as well.
    package func beacons() async throws -> PayfritBeaconList {
        let session = try session()
        let beacons = try await ask(session) { backend throws(PayfritError) in try await backend.beacons(session) }
        return PayfritBeaconList(beacons: beacons.map { PayfritBeacon($0) }, leftOut: PayfritLeftOut(beacons))
    }

    package func beacon(_ id: Int) async throws -> PayfritBeacon {
        let session = try session()
        return PayfritBeacon(
            try await ask(session) { backend throws(PayfritError) in try await backend.beacon(id, session) })
    }

    /// Creates a beacon. The request is sent once: if its outcome is unknown, check whether the
    /// beacon exists.
    package func createBeacon(_ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        let session = try session()
        guard let name = order.name else { throw Self.missing("name") }
        guard let uuid = order.uuid else { throw Self.missing("uuid") }
        let draft = BeaconDraft(
            name: try Self.name(name), uuid: uuid, isActive: order.active ?? true)
        return PayfritBeacon(
            try await ask(session) { backend throws(PayfritError) in
                try await backend.createBeacon(draft, key: nil, session)
            })
    }

    /// Changes a beacon; fields that the order does not set stay as they are.
    package func updateBeacon(_ id: Int, _ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        let session = try session()
        let change = BeaconChange(
            name: try order.name.map { try Self.name($0) }, uuid: order.uuid,
            isActive: order.active)
        let beacon = try await ask(session) { backend throws(PayfritError) in
            try await backend.updateBeacon(id, change, session)
        }
        await renew(after: session)
        return PayfritBeacon(beacon)
    }

    /// Deletes a beacon, or deactivates it if the backend cannot delete beacons.
    package func deleteBeacon(_ id: Int) async throws {
        let session = try session()
        try await ask(session) { backend throws(PayfritError) in try await backend.deleteBeacon(id, session) }
        await renew(after: session)
    }

    /// Returns the beacons with a UUID, or the beacon whose hardware has an address. Needs no
    /// login. If the backend cannot be reached, returns the state of the last stored copy.
    ///
    /// - Parameter text: UUID or address.
    package func lookup(_ text: String) async throws -> PayfritBeaconList {
        do {
            let found = try await lookupNow(text)
            // Updates the copy for the next time without a network; the answer is already here.
            await keepBackendBeacons()
            return found
        } catch let error as PayfritError where error.isWorthRetrying {
            let (address, uuid) = (BluetoothAddress(text), ProximityUUID(text))
            let known = try await knownBeacons { address == nil ? $0.uuid == uuid : $0.address == address }
            guard let known else { throw error }
            return known
        }
    }

    private func lookupNow(_ text: String) async throws -> PayfritBeaconList {
        let found: Rows<Beacon>
        if let address = BluetoothAddress(text) {
            let beacon = try await ask(nil) { backend throws(PayfritError) in try await backend.lookup(mac: address) }
            found = Rows(beacon.map { [$0] } ?? [])
        } else if let uuid = ProximityUUID(text) {
            found = try await ask(nil) { backend throws(PayfritError) in try await backend.lookup(uuids: [uuid]) }
        } else {
            throw PayfritServiceError.badValue(
                text, of: "beacon", expected: "a UUID, or an address such as aa:bb:cc:dd:ee:ff")
        }
        return PayfritBeaconList(beacons: found.map { PayfritBeacon($0) }, leftOut: PayfritLeftOut(found))
    }

    /// Returns the business of a UUID and major; nil = none.
    package func resolve(uuid: ProximityUUID, major: Int) async throws -> PayfritBusiness? {
        let session = try session(needsBusiness: false)
        guard let group = UInt16(exactly: major) else {
            throw PayfritServiceError.badValue("\(major)", of: "major", expected: "0...65535")
        }
        let business = try await ask(session) { backend throws(PayfritError) in
            try await backend.resolveBusiness(uuid: uuid, major: group, session)
        }
        return business.map { PayfritBusiness($0) }
    }

    // MARK: Values

    static func name(_ text: String) throws(PayfritServiceError) -> String {
        let isBlank = text.allSatisfy(\.isWhitespace)
        let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !isBlank, isPrintable, text.unicodeScalars.count <= nameLimit else {
            throw .badValue(text, of: "name", expected: "1 to \(nameLimit) characters, not only blanks")
        }
        return text
    }

    static func missing(_ field: String) -> PayfritServiceError {
        .badValue("", of: field, expected: "a value: nothing can be made without")
    }
}

extension PayfritLeftOut {
    /// Creates the note on left-out rows; nil if no row was left out.
    init?<Row>(_ rows: Rows<Row>) {
        guard rows.leftOut > 0, let reason = rows.reason else { return nil }
        self.init(rows: rows.leftOut, reason: "\(reason)")
    }
}

extension PayfritBeacon {
    init(_ beacon: Beacon) {
        self.init(id: beacon.id, uuid: beacon.uuidText, name: beacon.name, business: beacon.business)
        businessName = beacon.businessName
        active = beacon.isActive
        major = beacon.major.map(Int.init)
        minor = beacon.minor.map(Int.init)
        address = beacon.address?.description
        servicePoint = beacon.servicePoint
        servicePointName = beacon.servicePointName
        lastSeen = beacon.lastSeen
        created = beacon.created
        updated = beacon.updated
    }
}

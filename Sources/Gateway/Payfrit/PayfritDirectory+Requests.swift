import Advertising
import GatewayModel
import Payfrit
import Store

/// Requests about beacons of the backend, and about service points, which beacons are assigned to.
extension PayfritDirectory {
    /// Returns the beacons of the business, active or not.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; the functions below as well.
    package func beacons() async throws -> PayfritBeaconList {
        let session = try await account.session()
        let beacons = try await account.ask(session) { try await $0.beacons(session) }
        return PayfritBeaconList(beacons: beacons.map { PayfritBeacon($0) }, leftOut: PayfritLeftOut(beacons))
    }

    package func beacon(_ id: Int) async throws -> PayfritBeacon {
        let session = try await account.session()
        return PayfritBeacon(
            try await account.ask(session) { try await $0.beacon(id, session) })
    }

    /// Creates a beacon. The request is sent once: if its outcome is unknown, check whether the
    /// beacon exists.
    package func createBeacon(_ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        let session = try await account.session()
        guard let name = order.name else { throw PayfritTools.missing("name") }
        guard let uuid = order.uuid else { throw PayfritTools.missing("uuid") }
        let draft = BeaconDraft(
            name: try PayfritTools.name(name), uuid: uuid, isActive: order.active ?? true)
        return PayfritBeacon(
            try await account.ask(session) { try await $0.createBeacon(draft, key: nil, session) })
    }

    /// Changes a beacon; fields that the order does not set stay as they are.
    package func updateBeacon(_ id: Int, _ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        let session = try await account.session()
        let change = BeaconChange(
            name: try order.name.map { try PayfritTools.name($0) }, uuid: order.uuid,
            isActive: order.active)
        let beacon = try await account.ask(session) { try await $0.updateBeacon(id, change, session) }
        await renew(after: session)
        return PayfritBeacon(beacon)
    }

    /// Deletes a beacon, or deactivates it if the backend cannot delete beacons.
    package func deleteBeacon(_ id: Int) async throws {
        let session = try await account.session()
        try await account.ask(session) { try await $0.deleteBeacon(id, session) }
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
            await copy.keep()
            return found
        } catch let error as PayfritError where error.isWorthRetrying {
            let (address, uuid) = (BluetoothAddress(text), ProximityUUID(text))
            let known = try await copy.beacons { address == nil ? $0.uuid == uuid : $0.address == address }
            guard let known else { throw error }
            return known
        }
    }

    private func lookupNow(_ text: String) async throws -> PayfritBeaconList {
        let found: Rows<Beacon>
        if let address = BluetoothAddress(text) {
            let beacon = try await account.ask(nil) { try await $0.lookup(mac: address) }
            found = Rows(beacon.map { [$0] } ?? [])
        } else if let uuid = ProximityUUID(text) {
            found = try await account.ask(nil) { try await $0.lookup(uuids: [uuid]) }
        } else {
            throw PayfritServiceError.badValue(
                text, of: "beacon", expected: "a UUID, or an address such as aa:bb:cc:dd:ee:ff")
        }
        return PayfritBeaconList(beacons: found.map { PayfritBeacon($0) }, leftOut: PayfritLeftOut(found))
    }

    /// Returns the business of a UUID and major; nil = none.
    package func resolve(uuid: ProximityUUID, major: Int) async throws -> PayfritBusiness? {
        let session = try await account.session(needsBusiness: false)
        guard let group = UInt16(exactly: major) else {
            throw PayfritServiceError.badValue("\(major)", of: "major", expected: "0...65535")
        }
        let business = try await account.ask(session) {
            try await $0.resolveBusiness(uuid: uuid, major: group, session)
        }
        return business.map { PayfritBusiness($0) }
    }

    // MARK: Service points

    /// Returns the service points of the business, each with the name of its beacon.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; the functions below as well.
    package func servicePoints() async throws -> PayfritServicePointList {
        let session = try await account.session()
        let (points, beacons) = try await places(session)
        let names = Dictionary(beacons.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return PayfritServicePointList(
            servicePoints: points.map { point in
                PayfritServicePoint(point, beaconName: point.beacon.flatMap { names[$0] ?? nil })
            }, leftOut: PayfritLeftOut(points))
    }

    /// Creates a service point (`id` nil) or changes one; fields that the order does not set stay
    /// as they are.
    package func saveServicePoint(_ id: Int?, _ order: PayfritServicePointOrder) async throws -> PayfritServicePoint {
        let session = try await account.session()
        guard id != nil || order.name != nil else { throw PayfritTools.missing("name") }
        if let sortOrder = order.sortOrder, !(0...100_000).contains(sortOrder) {
            throw PayfritServiceError.badValue("\(sortOrder)", of: "sort_order", expected: "0...100000")
        }
        let change = ServicePointChange(
            id: id, name: try order.name.map { try PayfritTools.name($0) }, type: order.type, code: order.code,
            sortOrder: order.sortOrder, isActive: order.active)
        let point = try await account.ask(session) { try await $0.saveServicePoint(change, session) }
        await renew(after: session)
        return PayfritServicePoint(point)
    }

    /// Returns the kinds of service points.
    package func servicePointTypes() async throws -> PayfritServicePointTypeList {
        let session = try await account.session(needsBusiness: false)
        let types = try await account.ask(session) { try await $0.servicePointTypes(session) }
        return PayfritServicePointTypeList(
            types: types.map { PayfritServicePointType(id: $0.id, name: $0.name) }, leftOut: PayfritLeftOut(types))
    }

    /// Assigns a beacon to a service point; nil removes the beacon that it has.
    package func assign(_ beacon: Int?, to servicePoint: Int) async throws -> PayfritServicePoint {
        let session = try await account.session()
        let point = try await account.ask(session) {
            try await $0.assign(beacon: beacon, toServicePoint: servicePoint, session)
        }
        await renew(after: session)
        return PayfritServicePoint(point)
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

extension PayfritServicePoint {
    init(_ point: ServicePoint, beaconName: String? = nil) {
        self.init(
            id: point.id, name: point.name, type: point.type, code: point.code, sortOrder: point.sortOrder,
            active: point.isActive, beacon: point.beacon, beaconName: beaconName, minor: point.minor.map(Int.init))
    }
}

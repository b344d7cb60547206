import GatewayModel
import Payfrit

/// Places that beacons are assigned to.
extension PayfritService {
    /// The service points of the business, each with the name of its beacon.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; likewise the following.
    package func servicePoints() async throws -> PayfritServicePointList {
        let session = try session()
        let (points, beacons) = try await places(session)
        let names = Dictionary(beacons.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return PayfritServicePointList(
            servicePoints: points.map { point in
                PayfritServicePoint(point, beaconName: point.beacon.flatMap { names[$0] ?? nil })
            }, leftOut: PayfritLeftOut(points))
    }

    /// Makes a service point (nil) or changes one; what the order does not say stays as it is.
    package func saveServicePoint(_ id: Int?, _ order: PayfritServicePointOrder) async throws -> PayfritServicePoint {
        let session = try session()
        guard id != nil || order.name != nil else { throw Self.missing("name") }
        if let sortOrder = order.sortOrder, !(0...100_000).contains(sortOrder) {
            throw PayfritServiceError.badValue("\(sortOrder)", of: "sort_order", expected: "0...100000")
        }
        let change = ServicePointChange(
            id: id, name: try order.name.map { try Self.name($0) }, type: order.type, code: order.code,
            sortOrder: order.sortOrder, isActive: order.active)
        let point = try await ask(session) { backend throws(PayfritError) in
            try await backend.saveServicePoint(change, session)
        }
        await renew(after: session)
        return PayfritServicePoint(point)
    }

    /// The kinds of service points there are.
    package func servicePointTypes() async throws -> PayfritServicePointTypeList {
        let session = try session(needsBusiness: false)
        let types = try await ask(session) { backend throws(PayfritError) in
            try await backend.servicePointTypes(session)
        }
        return PayfritServicePointTypeList(
            types: types.map { PayfritServicePointType(id: $0.id, name: $0.name) }, leftOut: PayfritLeftOut(types))
    }

    /// Assigns a beacon to a service point; nil takes the one away that it has.
    package func assign(_ beacon: Int?, to servicePoint: Int) async throws -> PayfritServicePoint {
        let session = try session()
        let point = try await ask(session) { backend throws(PayfritError) in
            try await backend.assign(beacon: beacon, toServicePoint: servicePoint, session)
        }
        await renew(after: session)
        return PayfritServicePoint(point)
    }
}

extension PayfritServicePoint {
    init(_ point: ServicePoint, beaconName: String? = nil) {
        self.init(
            id: point.id, name: point.name, type: point.type, code: point.code, sortOrder: point.sortOrder,
            active: point.isActive, beacon: point.beacon, beaconName: beaconName, minor: point.minor.map(Int.init))
    }
}

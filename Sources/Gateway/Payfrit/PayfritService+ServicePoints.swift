import GatewayModel
import Payfrit

/// Service points, which beacons are assigned to.
extension PayfritService {
    /// Returns the service points of the business, each with the name of its beacon.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; the functions below as well.
    package func servicePoints() async throws -> PayfritServicePointList {
        let session = try session()
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

    /// Returns the kinds of service points.
    package func servicePointTypes() async throws -> PayfritServicePointTypeList {
        let session = try session(needsBusiness: false)
        let types = try await ask(session) { backend throws(PayfritError) in
            try await backend.servicePointTypes(session)
        }
        return PayfritServicePointTypeList(
            types: types.map { PayfritServicePointType(id: $0.id, name: $0.name) }, leftOut: PayfritLeftOut(types))
    }

    /// Assigns a beacon to a service point; nil removes the beacon that it has.
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

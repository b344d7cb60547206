import Advertising
import NIOConcurrencyHelpers
import Payfrit

@testable import Gateway

/// A backend that follows a script. It does not recognise repetitions: a registration sent twice
/// exists twice.
final class ScriptedBackend: PayfritBackend {
    enum Fault {
        /// The request is not carried out.
        case before(PayfritError)
        /// The request is carried out, but the answer is lost.
        case after(PayfritError)
    }

    struct State {
        var token = "token-1"
        var password = "123456"
        var user = "Kim"
        var businesses = [Business(id: 3, name: "Marl Bar", city: "Marl")]
        var points: [ServicePoint] = []
        var beacons: [Beacon] = []
        var nextID = 100
        /// Owners of pairs of UUID and major.
        var owners: [BadgeCache.Group: Business] = [:]
        /// Every request, in order: operation and subject.
        var log: [String] = []
        var requestKeys: [String] = []
        var sightings: [BroadcastSighting] = []
        var registered = 0
        /// Faults of the next requests, by operation.
        var faults: [PayfritOperation: [Fault]] = [:]
        /// Error of every request.
        var outage: PayfritError?
        var isClosed = false
        /// Notice that is sent to a client that asks for a one-time password.
        var notice: String?
        var clockGap: Duration?
        /// Number of unreadable rows in each list.
        var leftOut = 0

        func rows<Row>(_ rows: [Row]) -> Rows<Row> {
            Rows(rows, leftOut: leftOut, reason: leftOut > 0 ? .malformed("Rows[0]: ID is missing") : nil)
        }

        func count(of name: String) -> Int { log.filter { $0.hasPrefix(name) }.count }
    }

    static let uuid = ProximityUUID(0x5E1F_7A10_3C2B_4D9E_8A77_0B6C_1D2E_3F40)
    static let major: UInt16 = 1201

    private let box: NIOLockedValueBox<State>
    /// Called before and after each request takes effect.
    private let atPoint: NIOLockedValueBox<(@Sendable (String) async -> Void)?> = .init(nil)

    init(_ state: State = State()) { box = NIOLockedValueBox(state) }

    var state: State { box.withLockedValue { $0 } }
    func change(_ body: (inout State) -> Void) { box.withLockedValue { body(&$0) } }
    func watch(_ body: (@Sendable (String) async -> Void)?) { atPoint.withLockedValue { $0 = body } }

    static func identity(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }

    private func answer<Value: Sendable>(
        _ operation: PayfritOperation, _ what: String, _ session: PayfritSession?,
        _ body: (inout State) throws(PayfritError) -> Value
    ) async throws(PayfritError) -> Value {
        let point = atPoint.withLockedValue { $0 }
        await point?("before \(operation.rawValue)")
        let outcome: Result<Value, PayfritError> = box.withLockedValue { state in
            state.log.append(what.isEmpty ? operation.rawValue : "\(operation.rawValue) \(what)")
            if let outage = state.outage { return .failure(outage) }
            var fault: Fault?
            if state.faults[operation]?.isEmpty == false { fault = state.faults[operation]?.removeFirst() }
            if case .before(let error)? = fault { return .failure(error) }
            if let session, session.token != state.token { return .failure(.unauthorized) }
            let done: Result<Value, PayfritError>
            do throws(PayfritError) { done = .success(try body(&state)) } catch { done = .failure(error) }
            if case .after(let error)? = fault { return .failure(error) }
            return done
        }
        await point?("after \(operation.rawValue)")
        return try outcome.get()
    }

    // MARK: Login

    var clockGap: Duration? { state.clockGap }

    func sendOTP(phone: String) async throws(PayfritError) -> String? {
        try await answer(.sendOTP, phone, nil) { $0.notice }
    }

    func verifyOTP(phone: String, password: String) async throws(PayfritError) -> Login {
        try await answer(.verifyOTP, phone, nil) { state throws(PayfritError) in
            guard password == state.password else { throw .refused("Invalid OTP") }
            return Login(token: state.token, user: 7, name: state.user)
        }
    }

    func login(username: String, password: String) async throws(PayfritError) -> Login {
        try await answer(.login, username, nil) { state throws(PayfritError) in
            guard password == state.password else { throw .refused("Invalid email/phone or password") }
            return Login(token: state.token)
        }
    }

    func businesses(_ session: PayfritSession) async throws(PayfritError) -> Rows<Business> {
        try await answer(.listBusinesses, "", session) { $0.rows($0.businesses) }
    }

    func business(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Business {
        try await answer(.getBusiness, "\(id)", session) { state throws(PayfritError) in
            guard let business = state.businesses.first(where: { $0.id == id }) else {
                throw .refused("No such business")
            }
            return business
        }
    }

    // MARK: Service points

    func servicePoints(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePoint> {
        try await answer(.listServicePoints, "", session) { state in
            state.rows(state.points.filter { $0.business == session.business })
        }
    }

    func saveServicePoint(
        _ change: ServicePointChange, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint {
        try await answer(.createServicePoint, change.name ?? "", session) { state throws(PayfritError) in
            if let id = change.id {
                guard let index = state.points.firstIndex(where: { $0.id == id }) else {
                    throw .refused("No such service point")
                }
                if let name = change.name { state.points[index].name = name }
                return state.points[index]
            }
            state.nextID += 1
            let point = ServicePoint(id: state.nextID, business: session.business ?? 0, name: change.name ?? "")
            state.points.append(point)
            return point
        }
    }

    func servicePointTypes(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePointType> {
        try await answer(.listServicePointTypes, "", session) { state in
            state.rows([ServicePointType(id: 1, name: "Table")])
        }
    }

    func assign(
        beacon: Int?, toServicePoint servicePoint: Int, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint {
        try await answer(.assignBeacon, "\(servicePoint)", session) { state throws(PayfritError) in
            guard let index = state.points.firstIndex(where: { $0.id == servicePoint }) else {
                throw .refused("No such service point")
            }
            state.points[index].beacon = beacon
            return state.points[index]
        }
    }

    // MARK: Sharding

    func namespace(_ session: PayfritSession) async throws(PayfritError) -> BeaconNamespace {
        try await answer(.allocateNamespace, "", session) { _ in
            BeaconNamespace(uuid: Self.uuid, major: Self.major)
        }
    }

    func minor(servicePoint: Int, _ session: PayfritSession) async throws(PayfritError) -> UInt16 {
        try await answer(.allocateMinor, "\(servicePoint)", session) { _ in UInt16(servicePoint) }
    }

    func beaconConfig(servicePoint: Int, _ session: PayfritSession) async throws(PayfritError) -> BeaconConfig {
        try await answer(.getBeaconConfig, "\(servicePoint)", session) { state in
            BeaconConfig(
                identity: Self.identity(UInt16(servicePoint)), name: "", rssiAt1mDBm: -58, intervalUnits: 3,
                txPowerIndex: 5)
        }
    }

    func registerHardware(
        _ hardware: HardwareRegistration, key: String, _ session: PayfritSession
    ) async throws(PayfritError) -> RegisteredHardware {
        try await answer(.registerHardware, "\(hardware.servicePoint)", session) { state throws(PayfritError) in
            state.requestKeys.append(key)
            guard state.points.contains(where: { $0.id == hardware.servicePoint }) else {
                throw .refused("Unknown service point")
            }
            state.nextID += 1
            state.registered += 1
            let beacon = Beacon(
                id: state.nextID, uuid: hardware.identity.uuid, name: hardware.name, business: session.business ?? 0,
                major: hardware.identity.major, minor: hardware.identity.minor, address: hardware.address,
                servicePoint: hardware.servicePoint)
            state.beacons.append(beacon)
            return RegisteredHardware(created: true, beacon: beacon)
        }
    }

    func verifyBroadcast(
        _ sighting: BroadcastSighting, key: String, _ session: PayfritSession
    ) async throws(PayfritError) {
        try await answer(.verifyBroadcast, "\(sighting.identity.minor)", session) { state in
            state.requestKeys.append(key)
            state.sightings.append(sighting)
        }
    }

    func resolveBusiness(
        uuid: ProximityUUID, major: UInt16, _ session: PayfritSession
    ) async throws(PayfritError) -> Business? {
        try await answer(.resolveBusiness, "\(major)", session) { state in
            state.owners[BadgeCache.Group(BeaconIdentity(uuid: uuid, major: major, minor: 0))]
        }
    }

    // MARK: Beacons

    func allBeacons() async throws(PayfritError) -> Rows<Beacon> {
        try await answer(.listAllBeacons, "", nil) { state in state.rows(state.beacons.filter(\.isActive)) }
    }

    func lookup(uuids: [ProximityUUID]) async throws(PayfritError) -> Rows<Beacon> {
        try await answer(.lookupUUIDs, "", nil) { state in
            state.rows(state.beacons.filter { beacon in beacon.uuid.map(uuids.contains) ?? false })
        }
    }

    func lookup(mac: BluetoothAddress) async throws(PayfritError) -> Beacon? {
        try await answer(.lookupMAC, "\(mac)", nil) { state in state.beacons.first { $0.address == mac } }
    }

    func beacons(_ session: PayfritSession) async throws(PayfritError) -> Rows<Beacon> {
        try await answer(.listBeacons, "", session) { state in
            state.rows(state.beacons.filter { $0.business == session.business })
        }
    }

    func beacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Beacon {
        try await answer(.getBeacon, "\(id)", session) { state throws(PayfritError) in
            guard let beacon = state.beacons.first(where: { $0.id == id }) else { throw .refused("No such beacon") }
            return beacon
        }
    }

    func createBeacon(
        _ draft: BeaconDraft, key: String?, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon {
        try await answer(.createBeacon, draft.name, session) { state in
            state.nextID += 1
            let beacon = Beacon(
                id: state.nextID, uuid: draft.uuid, name: draft.name, business: session.business ?? 0,
                isActive: draft.isActive, servicePoint: draft.servicePoint)
            state.beacons.append(beacon)
            return beacon
        }
    }

    func updateBeacon(
        _ id: Int, _ change: BeaconChange, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon {
        try await answer(.updateBeacon, "\(id)", session) { state throws(PayfritError) in
            guard let index = state.beacons.firstIndex(where: { $0.id == id }) else { throw .refused("No such beacon") }
            if let name = change.name { state.beacons[index].name = name }
            if let isActive = change.isActive { state.beacons[index].isActive = isActive }
            return state.beacons[index]
        }
    }

    func deleteBeacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError) {
        try await answer(.deleteBeacon, "\(id)", session) { state throws(PayfritError) in
            guard state.beacons.contains(where: { $0.id == id }) else { throw .refused("No such beacon") }
            state.beacons.removeAll { $0.id == id }
        }
    }

    func close() async { change { $0.isClosed = true } }
}

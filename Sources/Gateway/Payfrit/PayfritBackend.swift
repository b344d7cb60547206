import Advertising
import Payfrit

/// Requests to a Payfrit backend.
protocol PayfritBackend: Sendable {
    /// Time by which the backend's clock is ahead of this machine's; nil until the backend has sent
    /// its time.
    var clockGap: Duration? { get }

    func sendOTP(phone: String) async throws(PayfritError) -> String?
    func verifyOTP(phone: String, password: String) async throws(PayfritError) -> Login
    func login(username: String, password: String) async throws(PayfritError) -> Login

    func businesses(_ session: PayfritSession) async throws(PayfritError) -> Rows<Business>
    func business(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Business

    func servicePoints(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePoint>
    func saveServicePoint(
        _ change: ServicePointChange, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint
    func servicePointTypes(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePointType>
    func assign(
        beacon: Int?, toServicePoint servicePoint: Int, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint

    func namespace(_ session: PayfritSession) async throws(PayfritError) -> BeaconNamespace
    func minor(servicePoint: Int, _ session: PayfritSession) async throws(PayfritError) -> UInt16
    func beaconConfig(servicePoint: Int, _ session: PayfritSession) async throws(PayfritError) -> BeaconConfig
    func registerHardware(
        _ hardware: HardwareRegistration, key: String, _ session: PayfritSession
    ) async throws(PayfritError) -> RegisteredHardware
    func verifyBroadcast(
        _ sighting: BroadcastSighting, key: String, _ session: PayfritSession
    ) async throws(PayfritError)
    func resolveBusiness(
        uuid: ProximityUUID, major: UInt16, _ session: PayfritSession
    ) async throws(PayfritError) -> Business?

    func allBeacons() async throws(PayfritError) -> Rows<Beacon>
    func lookup(uuids: [ProximityUUID]) async throws(PayfritError) -> Rows<Beacon>
    func lookup(mac: BluetoothAddress) async throws(PayfritError) -> Beacon?

    func beacons(_ session: PayfritSession) async throws(PayfritError) -> Rows<Beacon>
    func beacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Beacon
    func createBeacon(
        _ draft: BeaconDraft, key: String?, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon
    func updateBeacon(
        _ id: Int, _ change: BeaconChange, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon
    func deleteBeacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError)

    func close() async
}

extension PayfritClient: PayfritBackend {}

import HTTPTypes

/// One endpoint of the API.
struct Operation: Sendable {
    /// Authorization that a request needs, and the place of its business.
    enum Access: Sendable {
        /// No token is needed.
        case open
        /// A token is needed.
        case user
        /// A token is needed; the header may name the business.
        case business
        /// As `business`, and the request may have an `Idempotency-Key`.
        case repeatable
    }

    /// Path as in the document.
    let path: String
    let method: HTTPRequest.Method
    let access: Access
    let carryOut: @Sendable (Call) throws -> Reply

    private init(
        _ path: String, _ access: Access, method: HTTPRequest.Method = .post,
        _ carryOut: @escaping @Sendable (Call) throws -> Reply
    ) {
        self.path = path
        self.method = method
        self.access = access
        self.carryOut = carryOut
    }

    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    static let all = [
        Operation("/auth/loginOTP.php", .open, sendOTP),
        Operation("/auth/verifyLoginOTP.php", .open, verifyOTP),
        Operation("/businesses/list.php", .user, listBusinesses),
        Operation("/businesses/get.php", .user, getBusiness),
        Operation("/servicepoints/list.php", .business, listServicePoints),
        Operation("/servicepoints/save.php", .business, saveServicePoint),
        Operation("/beacon-sharding/allocate_business_namespace.php", .business, allocateNamespace),
        Operation("/beacon-sharding/allocate_servicepoint_minor.php", .business, allocateMinor),
        Operation("/beacon-sharding/get_beacon_config.php", .business, getBeaconConfig),
        Operation("/beacon-sharding/register_beacon_hardware.php", .repeatable, registerHardware),
        Operation("/beacon-sharding/verify_beacon_broadcast.php", .repeatable, verifyBroadcast),
        Operation("/beacon-sharding/resolve_business.php", .user, resolveBusiness),
        Operation("/beacons/list_all.php", .open, method: .get, listAllBeacons),
        Operation("/beacons/lookup.php", .open, lookupBeacons),
        Operation("/beacons/lookupByMac.php", .open, lookupBeaconByMAC),
        Operation("/beacons/list.php", .business, listBeacons),
        Operation("/beacons/save.php", .repeatable, saveBeacon),
        Operation("/beacons/wipe.php", .business, wipeBeacon),
        // Older endpoints.
        Operation("/auth/login.cfm", .open, loginWithPassword),
        Operation("/workers/myBusinesses.cfm", .user, listBusinesses),
        Operation("/beacons/list.cfm", .business, listBeacons),
        Operation("/beacons/get.cfm", .business, getBeacon),
        Operation("/beacons/create.cfm", .business, createBeacon),
        Operation("/beacons/update.cfm", .business, updateBeacon),
        Operation("/beacons/delete.cfm", .business, deleteBeacon),
        Operation("/servicePoints/list.cfm", .business, listServicePoints),
        Operation("/servicePoints/types.cfm", .user, listServicePointTypes),
        Operation("/servicePoints/assignBeacon.cfm", .business, assignBeacon),
    ]
}

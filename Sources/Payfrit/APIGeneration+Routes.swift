extension APIGeneration {
    /// Route of an operation; nil if this generation does not support it.
    func route(of operation: PayfritOperation) -> PayfritRoute? {
        switch self {
        case .php: APIGeneration.phpRoute(of: operation)
        case .cfm: APIGeneration.cfmRoute(of: operation)
        }
    }

    /// One endpoint creates and changes beacons. A deleted beacon is wiped, and a beacon is
    /// assigned by changing a service point.
    private static func phpRoute(of operation: PayfritOperation) -> PayfritRoute? {
        switch operation {
        case .sendOTP: .post("/auth/loginOTP.php", token: false, isIdempotent: false)
        case .verifyOTP: .post("/auth/verifyLoginOTP.php", token: false, isIdempotent: false)
        case .listBusinesses: .post("/businesses/list.php", isIdempotent: true)
        case .getBusiness: .post("/businesses/get.php", isIdempotent: true)
        case .listServicePoints: .post("/servicepoints/list.php", isIdempotent: true)
        case .createServicePoint: .post("/servicepoints/save.php", isIdempotent: false)
        case .changeServicePoint, .assignBeacon: .post("/servicepoints/save.php", isIdempotent: true)
        case .allocateNamespace: .post("/beacon-sharding/allocate_business_namespace.php", isIdempotent: true)
        case .allocateMinor: .post("/beacon-sharding/allocate_servicepoint_minor.php", isIdempotent: true)
        case .getBeaconConfig: .post("/beacon-sharding/get_beacon_config.php", isIdempotent: true)
        case .registerHardware: .post("/beacon-sharding/register_beacon_hardware.php", isIdempotent: false)
        case .verifyBroadcast: .post("/beacon-sharding/verify_beacon_broadcast.php", isIdempotent: false)
        case .resolveBusiness: .post("/beacon-sharding/resolve_business.php", isIdempotent: true)
        case .listAllBeacons: .get("/beacons/list_all.php", token: false)
        case .lookupUUIDs: .post("/beacons/lookup.php", token: false, isIdempotent: true)
        case .lookupMAC: .post("/beacons/lookupByMac.php", token: false, isIdempotent: true)
        case .listBeacons, .getBeacon: .post("/beacons/list.php", isIdempotent: true)
        case .createBeacon: .post("/beacons/save.php", isIdempotent: false)
        case .updateBeacon: .post("/beacons/save.php", isIdempotent: true)
        case .deleteBeacon: .post("/beacons/wipe.php", isIdempotent: true)
        case .login, .listServicePointTypes: nil
        }
    }

    private static func cfmRoute(of operation: PayfritOperation) -> PayfritRoute? {
        switch operation {
        case .login: .post("/auth/login.cfm", token: false, isIdempotent: false)
        case .listBusinesses, .getBusiness: .post("/workers/myBusinesses.cfm", isIdempotent: true)
        case .listBeacons: .post("/beacons/list.cfm", isIdempotent: true)
        case .getBeacon: .post("/beacons/get.cfm", isIdempotent: true)
        case .createBeacon: .post("/beacons/create.cfm", isIdempotent: false)
        case .updateBeacon: .post("/beacons/update.cfm", isIdempotent: true)
        // Not idempotent: a second request finds the beacon gone and is refused.
        case .deleteBeacon: .post("/beacons/delete.cfm", isIdempotent: false)
        case .listServicePoints: .post("/servicePoints/list.cfm", isIdempotent: true)
        case .listServicePointTypes: .post("/servicePoints/types.cfm", isIdempotent: true)
        case .assignBeacon: .post("/servicePoints/assignBeacon.cfm", isIdempotent: true)
        case .sendOTP, .verifyOTP, .createServicePoint, .changeServicePoint, .allocateNamespace, .allocateMinor,
            .getBeaconConfig, .registerHardware, .verifyBroadcast, .resolveBusiness, .listAllBeacons, .lookupUUIDs,
            .lookupMAC:
            nil
        }
    }
}

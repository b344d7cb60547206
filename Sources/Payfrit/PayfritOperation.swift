/// Operation of a backend. No generation of the API has them all.
package enum PayfritOperation: String, Sendable, Hashable, CaseIterable {
    case sendOTP
    case verifyOTP
    case login
    case listBusinesses
    case getBusiness
    case listServicePoints
    case createServicePoint
    case changeServicePoint
    case listServicePointTypes
    case assignBeacon
    case allocateNamespace
    case allocateMinor
    case getBeaconConfig
    case registerHardware
    case verifyBroadcast
    case resolveBusiness
    case listAllBeacons
    case lookupUUIDs
    case lookupMAC
    case listBeacons
    case getBeacon
    case createBeacon
    case updateBeacon
    case deleteBeacon
}

extension PayfritOperation: CustomStringConvertible {
    /// Gerund phrase that completes "… is not in this API".
    package var description: String {
        switch self {
        case .sendOTP: "sending a one-time password"
        case .verifyOTP: "logging in with a one-time password"
        case .login: "logging in with a password"
        case .listBusinesses: "listing businesses"
        case .getBusiness: "reading a business"
        case .listServicePoints: "listing service points"
        case .createServicePoint: "creating a service point"
        case .changeServicePoint: "changing a service point"
        case .listServicePointTypes: "listing types of service points"
        case .assignBeacon: "assigning a beacon"
        case .allocateNamespace: "allocating a UUID and a major"
        case .allocateMinor: "allocating a minor"
        case .getBeaconConfig: "getting the identity for a beacon"
        case .registerHardware: "registering hardware"
        case .verifyBroadcast: "reporting a beacon as seen"
        case .resolveBusiness: "looking up the business of a UUID and major"
        case .listAllBeacons: "listing the beacons of all businesses"
        case .lookupUUIDs: "looking up UUIDs"
        case .lookupMAC: "looking up a MAC address"
        case .listBeacons: "listing beacons"
        case .getBeacon: "reading a beacon"
        case .createBeacon: "creating a beacon"
        case .updateBeacon: "changing a beacon"
        case .deleteBeacon: "deleting a beacon"
        }
    }
}

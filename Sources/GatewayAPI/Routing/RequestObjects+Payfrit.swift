import Advertising
import Gateway
import GatewayModel

/// What the backend numbers.
let payfritIDs = 1...Int(Int32.max)

// What a phone, a name or a UUID may be is known to the gateway.

extension PayfritOTPRequest: RequestObject {
    static let keys = ["phone"]

    func check() throws(RequestError) {}
}

extension PayfritLogin: RequestObject {
    static let keys = ["phone", "otp", "username", "password"]

    /// What is secret is never told again, not even where it is wrong.
    func check() throws(RequestError) {
        for (path, text, limit) in [("otp", otp, 10), ("username", username, 100), ("password", password, 200)] {
            guard let text else { continue }
            guard (1...limit).contains(text.unicodeScalars.count) else {
                throw .invalidValue(path: path, expected: "a text of 1 to \(limit) characters")
            }
        }
    }
}

extension PayfritBusinessChoice: RequestObject {
    static let keys = ["business"]

    func check() throws(RequestError) {
        guard (1...256).contains(business.utf8.count) else {
            throw .invalidValue(path: "business", expected: "a text of 1 to 256 bytes")
        }
    }
}

extension PayfritServicePointOrder: RequestObject {
    static let keys = ["name", "type", "code", "sort_order", "active"]

    func check() throws(RequestError) {
        try type.check("type", payfritIDs)
        guard (code?.unicodeScalars.count ?? 0) <= 40 else {
            throw .invalidValue(path: "code", expected: "a text of at most 40 characters")
        }
    }
}

extension PayfritAssignment: RequestObject {
    static let keys = ["beacon"]

    /// To take it away is another request.
    func check() throws(RequestError) {
        guard let beacon else { throw .missingKey("beacon") }
        try beacon.check("beacon", payfritIDs)
    }
}

extension PayfritBeaconOrder: RequestObject {
    static let keys = ["name", "uuid", "active"]

    func check() throws(RequestError) {}
}

extension PayfritBadgeQuestion: RequestObject {
    static let keys = ["identities"]

    func check() throws(RequestError) {
        guard (1...1000).contains(identities.count) else {
            throw .invalidValue(path: "identities", expected: "a list of 1 to 1000 beacons")
        }
        for (index, text) in identities.enumerated() where BeaconIdentity(text) == nil {
            throw .invalidValue(path: "identities[\(index)]", expected: "UUID/major/minor")
        }
    }
}

extension PayfritTableOrder: RequestObject {
    static let keys = ["service_point", "name", "after"]

    func check() throws(RequestError) { try servicePoint.check("service_point", payfritIDs) }
}

extension PayfritProvisioning: RequestObject {
    static let keys = [
        "address", "address_type", "rssi_at_1m", "interval_ms", "tx_power", "dongle", "profile", "passwords",
        "replace", "search_ms", "verify_ms",
    ]

    /// As for ``ProvisioningOrder``.
    func check() throws(RequestError) {
        try profile.check("profile")
        try dongle.check("dongle")
        try passwords?.checkPasswords()
        try searchMs.check("search_ms", 1_000...600_000)
        try verifyMs.check("verify_ms", 1_000...600_000)
    }
}

extension PayfritRegistering: RequestObject {
    static let keys = ["force"]

    func check() throws(RequestError) {}
}

extension PayfritRegistrationChange: RequestObject {
    static let keys = ["name", "service_point"]

    func check() throws(RequestError) { try servicePoint.check("service_point", payfritIDs) }
}

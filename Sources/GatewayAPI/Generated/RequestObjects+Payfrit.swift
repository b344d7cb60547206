// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension PayfritOTPRequest: RequestObject {
    static let keys = ["phone"]
}

extension PayfritLogin: RequestObject {
    static let keys = ["phone", "otp", "username", "password"]

    func check() throws(RequestError) {
        try BodyCheck.text("otp", otp, 1...10)
        try BodyCheck.text("username", username, 1...100)
        try BodyCheck.text("password", password, 1...200)
    }
}

extension PayfritBusinessChoice: RequestObject {
    static let keys = ["business"]

    func check() throws(RequestError) {
        try BodyCheck.text("business", business, 1...256)
    }
}

extension PayfritBadgeQuestion: RequestObject {
    static let keys = ["identities"]

    func check() throws(RequestError) {
        try BodyCheck.count("identities", identities, 1...1000)
        try BodyCheck.each("identities", identities, "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})(/([0-9]{1,4}|[0-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])){2}$", expected: "UUID/major/minor")
    }
}

extension PayfritServicePointOrder: RequestObject {
    static let keys = ["name", "type", "code", "sort_order", "active"]

    func check() throws(RequestError) {
        try BodyCheck.range("type", type, 1...2_147_483_647)
        try BodyCheck.text("code", code, 0...40)
        try BodyCheck.range("sort_order", sortOrder, 0...100_000)
    }
}

extension PayfritAssignment: RequestObject {
    static let keys = ["beacon"]

    func check() throws(RequestError) {
        try BodyCheck.range("beacon", beacon, 1...2_147_483_647)
    }
}

extension PayfritBeaconOrder: RequestObject {
    static let keys = ["name", "uuid", "active"]
}

extension PayfritTableOrder: RequestObject {
    static let keys = ["service_point", "name", "after"]

    func check() throws(RequestError) {
        try BodyCheck.range("service_point", servicePoint, 1...2_147_483_647)
        try BodyCheck.text("after", after, 1...100)
    }
}

extension PayfritProvisioning: RequestObject {
    static let keys = [
        "address", "address_type", "rssi_at_1m", "interval_ms", "tx_power", "dongle", "profile", "passwords", "replace",
        "search_ms", "verify_ms"
    ]
    static let expected = ["address": "an address such as aa:bb:cc:dd:ee:ff", "address_type": "public or random"]

    func check() throws(RequestError) {
        try BodyCheck.range("rssi_at_1m", rssiAt1m, -128...0)
        try BodyCheck.range("interval_ms", intervalMs, 100...25_500)
        try BodyCheck.range("tx_power", txPower, 0...7)
        try BodyCheck.text("dongle", dongle, 1...4096)
        try BodyCheck.text("profile", profile, 1...4096)
        try BodyCheck.count("passwords", passwords, 1...16)
        try BodyCheck.each("passwords", passwords, "^[\\x20-\\x7E]{1,64}$", expected: "1 to 64 printable ASCII characters")
        try BodyCheck.distinct("passwords", passwords)
        try BodyCheck.range("search_ms", searchMs, 1_000...600_000)
        try BodyCheck.range("verify_ms", verifyMs, 1_000...600_000)
    }
}

extension PayfritRegistering: RequestObject {
    static let keys = ["force"]
}

extension PayfritRegistrationChange: RequestObject {
    static let keys = ["name", "service_point"]

    func check() throws(RequestError) {
        try BodyCheck.range("service_point", servicePoint, 1...2_147_483_647)
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension ProvisioningOrder: RequestObject {
    static let keys = ["dongle", "profile", "parallel", "passwords", "replace", "search_ms", "verify_ms", "items"]
    static let lists: [String: any RequestObject.Type] = ["items": ProvisioningItem.self]

    func check() throws(RequestError) {
        try BodyCheck.text("dongle", dongle, 1...4096)
        try BodyCheck.text("profile", profile, 1...4096)
        try BodyCheck.range("parallel", parallel, 1...16)
        try BodyCheck.count("passwords", passwords, 1...16)
        try BodyCheck.each("passwords", passwords, "^[\\x20-\\x7E]{1,64}$", expected: "1 to 64 printable ASCII characters")
        try BodyCheck.distinct("passwords", passwords)
        try BodyCheck.range("search_ms", searchMs, 1_000...600_000)
        try BodyCheck.range("verify_ms", verifyMs, 1_000...600_000)
        try BodyCheck.count("items", items, 1...1000)
    }
}

extension ProvisioningItem: RequestObject {
    static let keys = [
        "address", "address_type", "name", "uuid", "major", "minor", "rssi_at_1m", "interval_ms", "tx_power"
    ]
    static let expected = [
        "address": "an address such as aa:bb:cc:dd:ee:ff", "address_type": "public or random",
        "uuid": "a UUID of 32 digits, with dashes or without"
    ]
}

extension ProvisioningContinuation: RequestObject {
    static let keys = ["runs", "dongle", "parallel", "passwords", "replace", "search_ms", "verify_ms"]

    func check() throws(RequestError) {
        try BodyCheck.count("runs", runs, 1...1000)
        try BodyCheck.text("dongle", dongle, 1...4096)
        try BodyCheck.range("parallel", parallel, 1...16)
        try BodyCheck.count("passwords", passwords, 1...16)
        try BodyCheck.each("passwords", passwords, "^[\\x20-\\x7E]{1,64}$", expected: "1 to 64 printable ASCII characters")
        try BodyCheck.distinct("passwords", passwords)
        try BodyCheck.range("search_ms", searchMs, 1_000...600_000)
        try BodyCheck.range("verify_ms", verifyMs, 1_000...600_000)
    }
}

extension ShardPool: RequestObject {
    static let keys = ["uuids"]
    static let expected = ["uuids": "a UUID of 32 digits, with dashes or without"]

    func check() throws(RequestError) {
        try BodyCheck.count("uuids", uuids, 0...64)
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension ConnectionRequest: RequestObject {
    static let keys = ["dongle", "address", "address_type", "timeout_ms", "lease_ms"]
    static let expected = ["address": "an address such as aa:bb:cc:dd:ee:ff", "address_type": "public or random"]

    func check() throws(RequestError) {
        try BodyCheck.text("dongle", dongle, 1...4096)
        try BodyCheck.range("timeout_ms", timeoutMs, 100...600_000)
        try BodyCheck.range("lease_ms", leaseMs, 1_000...600_000)
    }
}

extension ValueWrite: RequestObject {
    static let keys = ["hex", "confirmed"]

    func check() throws(RequestError) {
        try BodyCheck.pattern("hex", hex, "^([0-9A-Fa-f]{2}){0,512}$", expected: "two hexadecimal digits a byte, at most 512 bytes")
    }
}

extension MTURequest: RequestObject {
    static let keys = ["mtu"]

    func check() throws(RequestError) {
        try BodyCheck.range("mtu", mtu, 23...517)
    }
}

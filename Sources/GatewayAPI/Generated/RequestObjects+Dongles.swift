// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension AdoptionRequest: RequestObject {
    static let keys = ["port", "baud"]

    func check() throws(RequestError) {
        try BodyCheck.pattern("port", port, "^[^\\u0000]+$", expected: "auto, id:SERIAL, the name of a radio or a path of at most 4096 bytes")
        try BodyCheck.text("port", port, 1...4096)
        try BodyCheck.range("baud", baud, 1...100_000_000)
    }
}

extension IdentificationRequest: RequestObject {
    static let keys = ["duration_ms"]

    func check() throws(RequestError) {
        try BodyCheck.range("duration_ms", durationMs, 0...60_000)
    }
}

extension RebootOrder: RequestObject {
    static let keys = ["mode"]
    static let expected = ["mode": "run or bootloader"]
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension DetectionMuteRecord: RequestObject {
    static let keys = ["kind", "value"]
    static let expected = ["kind": "tier or type or address"]
}

extension AttachmentRequest: RequestObject {
    static let keys = ["device", "dongle"]

    func check() throws(RequestError) {
        try BodyCheck.text("device", device, 1...248)
        try BodyCheck.text("dongle", dongle, 1...4096)
    }
}

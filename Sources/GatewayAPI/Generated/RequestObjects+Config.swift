// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension ConfigOrder: RequestObject {
    static let keys = [
        "device", "dongle", "address_type", "timeout_ms", "may_remove", "if_held", "dry_run", "config", "trial",
        "exact", "unverified", "save", "verify_reboot", "wait_ms", "verify_timing", "prefer", "transfer"
    ]
    static let expected = ["address_type": "public or random", "prefer": "host or device"]

    func check() throws(RequestError) {
        try BodyCheck.text("dongle", dongle, 1...4096)
        try BodyCheck.range("timeout_ms", timeoutMs, 1_000...600_000)
        try BodyCheck.text("if_held", ifHeld, 0...131072)
        try BodyCheck.range("wait_ms", waitMs, 1_000...600_000)
        try BodyCheck.range("transfer", transfer, 1...Int64.max)
    }
}

extension ScanSettingsChange: RequestObject {
    static let keys = ["settings"]
}

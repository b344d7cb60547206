import GatewayModel

extension ConfigOrder: RequestObject {
    static let keys = [
        "device", "dongle", "address_type", "config", "exact", "trial", "prefer", "may_remove", "if_held",
        "unverified", "dry_run", "save", "verify_reboot", "wait_ms", "verify_timing", "transfer", "timeout_ms",
    ]

    /// What else the values may be depends on what is asked, and is the service's to say.
    func check() throws(RequestError) {
        if let dongle, !(1...4096).contains(dongle.utf8.count) {
            throw .invalidValue(path: "dongle", expected: "a text of 1 to 4096 bytes")
        }
        if let transfer, transfer < 1 {
            throw .invalidValue(path: "transfer", expected: "a number from 1 to \(Int64.max)")
        }
    }
}

extension ScanSettingsChange: RequestObject {
    static let keys = ["settings"]

    func check() throws(RequestError) {}
}

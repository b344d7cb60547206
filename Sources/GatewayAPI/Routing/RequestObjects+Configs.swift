import GatewayModel

extension ConfigOrder: RequestObject {
    static let keys = [
        "device", "dongle", "address_type", "config", "exact", "trial", "prefer", "dry_run", "save", "verify_reboot",
        "wait_ms",
        "transfer", "timeout_ms",
    ]

    /// What the values may be depends on what is asked, and is the service's to say.
    func check() throws(RequestError) {}
}

extension ScanSettingsChange: RequestObject {
    static let keys = ["settings"]

    func check() throws(RequestError) {}
}

import FlockFinder
import GatewayModel

extension ConfigOrder: RequestObject {
    static let keys = [
        "device", "dongle", "address_type", "config", "exact", "trial", "prefer", "may_remove", "if_held",
        "unverified", "dry_run", "save", "verify_reboot", "wait_ms", "verify_timing", "transfer", "timeout_ms",
    ]

    /// What else the values may be depends on what is asked, and is the service's to say.
    func check() throws(RequestError) {
        try Check.text("dongle", dongle, 1...4096)
        try Check.range("transfer", transfer, 1...Int64.max)
    }
}

extension PatternQuestion {
    /// What is on the air has its limits in bytes.
    func checkFurther() throws(RequestError) {
        for (path, text, limit) in [("ssid", ssid, Pattern.ssidLimit), ("name", name, Pattern.nameLimit)] {
            guard text.map({ $0.utf8.count <= limit }) ?? true else {
                throw .invalidValue(path: path, expected: "a text of 1 to \(limit) bytes")
            }
        }
    }
}

extension RegionDefinition {
    func checkFurther() throws(RequestError) {
        guard minor == nil || major != nil else {
            throw .invalidValue(path: "minor", expected: "left out, where there is no major")
        }
    }
}

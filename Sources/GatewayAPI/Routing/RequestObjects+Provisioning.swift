import CP28
import Gateway
import GatewayModel

extension ProvisioningOrder: RequestObject {
    static let keys = ["dongle", "profile", "parallel", "passwords", "replace", "search_ms", "verify_ms", "items"]
    static let lists: [String: any RequestObject.Type] = ["items": ProvisioningItem.self]
    static let path = "/v1/provisioning/runs"

    func check() throws(RequestError) {
        try profile.check("profile")
        try dongle.check("dongle")
        try parallel.check("parallel", 1...16)
        try passwords?.checkPasswords()
        try searchMs.check("search_ms", 1_000...600_000)
        try verifyMs.check("verify_ms", 1_000...600_000)
        guard (1...ProvisioningService.itemLimit).contains(items.count) else {
            throw .invalidValue(path: "items", expected: "a list of 1 to \(ProvisioningService.itemLimit) beacons")
        }
    }
}

extension ProvisioningItem: RequestObject {
    static let keys = [
        "address", "address_type", "name", "uuid", "major", "minor", "rssi_at_1m", "interval_ms", "tx_power",
    ]

    /// The gateway knows what a beacon can be.
    func check() throws(RequestError) {}
}

extension ProvisioningContinuation: RequestObject {
    static let keys = ["runs", "dongle", "parallel", "passwords", "replace", "search_ms", "verify_ms"]

    func check() throws(RequestError) {
        if let runs, !(1...ProvisioningService.itemLimit).contains(runs.count) {
            throw .invalidValue(path: "runs", expected: "a list of 1 to \(ProvisioningService.itemLimit) runs")
        }
        try dongle.check("dongle")
        try parallel.check("parallel", 1...16)
        try passwords?.checkPasswords()
        try searchMs.check("search_ms", 1_000...600_000)
        try verifyMs.check("verify_ms", 1_000...600_000)
    }
}

extension ShardPool: RequestObject {
    static let keys = ["uuids"]

    /// The gateway knows what a shard may be.
    func check() throws(RequestError) {
        guard uuids.count <= ProvisioningService.shardLimit else {
            throw .invalidValue(path: "uuids", expected: "a list of at most \(ProvisioningService.shardLimit) UUIDs")
        }
    }
}

extension String? {
    /// A name of at most 4,096 bytes, such as a path.
    func check(_ path: String) throws(RequestError) {
        guard let self else { return }
        guard (1...4096).contains(self.utf8.count) else {
            throw .invalidValue(path: path, expected: "a text of 1 to 4096 bytes")
        }
    }
}

extension [String] {
    /// Never told again, not even where they are wrong.
    func checkPasswords() throws(RequestError) {
        let (counts, lengths) = BeaconProfile.passwordLimits
        guard counts.contains(count) else {
            throw .invalidValue(
                path: "passwords", expected: "a list of \(counts.lowerBound) to \(counts.upperBound) passwords")
        }
        for (index, password) in enumerated() {
            guard BeaconProfile.isPassword(password) else {
                throw .invalidValue(
                    path: "passwords[\(index)]",
                    expected: "\(lengths.lowerBound) to \(lengths.upperBound) printable ASCII characters")
            }
            // A beacon may lock itself after wrong ones, so none is worth trying twice.
            guard !self[..<index].contains(password) else {
                throw .invalidValue(path: "passwords[\(index)]", expected: "another one than those before it")
            }
        }
    }
}

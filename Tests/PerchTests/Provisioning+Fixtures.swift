import Advertising
import GatewayModel
import LineFormats

@testable import CP28
@testable import Perch
import TestSupport

extension ProvisioningRun {
    /// Returns a verified run of table 7, with the given changes.
    static func example(
        id: Int64 = 1, state: ProvisioningState = .verified, step: Int = 24, reason: RunReason? = nil,
        address: BluetoothAddress = "48:87:2d:11:00:01", name: String = "Table 7", minor: Int = 7, attempts: Int = 1
    ) -> ProvisioningRun {
        let now = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)
        return ProvisioningRun(
            id: id, batch: 1, state: state, step: step, steps: 24, reason: reason, address: address,
            addressType: .public, name: name, uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1201, minor: minor,
            rssiAt1m: -59, intervalMs: 500, txPower: 4, profile: "cp28", dongle: "d", attempts: attempts, created: now,
            updated: now, found: nil, seenAddress: nil, seenRSSI: state == .verified ? -52 : nil, simulated: nil)
    }
}

extension BanList {
    /// Two entries of the real list.
    static let example = BanList(entries: [
        Entry(prefix: 0xFDA5_0693, uuid: nil, vendors: ["generic", "Feasycom"]),
        Entry(prefix: 0, uuid: nil, vendors: []),
    ])
}

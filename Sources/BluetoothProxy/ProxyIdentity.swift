import Crypto
import ESPHomeAPI

/// Identity by which clients know a proxy again: always the same for the same id.
struct ProxyIdentity: Sendable, Hashable {
    /// Id of the dongle, or of the gateway for the proxy of all dongles.
    let id: String

    /// Made-up address, locally administered. Source: IEEE 802, bit 1 of the first octet.
    var mac: String { address("network") }
    /// Another one, for the scanner.
    var bluetoothMAC: String { address("scanner") }
    /// Host name.
    var name: String { "perch-" + mac.filter { $0 != ":" }.suffix(6).lowercased() }

    private func address(_ purpose: String) -> String {
        let digest = SHA256.hash(data: Array("perch \(purpose) \(id)".utf8))
        return
            (["02"]
            + digest.prefix(5).map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.count == 1 ? "0" + digits : digits
            }).joined(separator: ":")
    }

    /// - Parameter friendlyName: Name for people; empty = the host name.
    func info(friendlyName: String, version: String, webPort: Int, isEncrypted: Bool) -> DeviceInfo {
        DeviceInfo(
            name: name, friendlyName: friendlyName.isEmpty ? name : String(friendlyName.prefix(64)), mac: mac,
            bluetoothMAC: bluetoothMAC, manufacturer: "Perch", model: "Gateway", project: "perch.gateway",
            projectVersion: version, webPort: webPort, isEncrypted: isEncrypted)
    }
}

import Foundation

/// A Bluetooth adapter that the kernel's own stack drives.
struct BluetoothController: Sendable, Hashable {
    /// Name of the kernel, such as `hci0`.
    let name: String
    /// Product as the USB device reports it; nil where the adapter is no USB device.
    let product: String?

    /// What the adapter is good for, in a sentence.
    var words: String {
        let product = product.map { " (\($0))" } ?? ""
        return "\(name)\(product): a Bluetooth adapter. tools/hci-dongle in Perch's sources makes a dongle of it."
    }

    /// Returns the adapters of this machine, by name.
    ///
    /// - Parameter root: The folder that stands for `/`, without a slash at its end.
    static func all(root: String = "") -> [BluetoothController] {
        let folder = root + "/sys/class/bluetooth"
        // Without the kernel's Bluetooth, the folder is missing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // A connection, such as hci0:64, is beside its adapter.
        return names.filter { $0.wholeMatch(of: #/hci[0-9]+/#) != nil }.sorted().map { name in
            // `device` is the USB interface; the device is the folder around it.
            let product = try? String(contentsOfFile: "\(folder)/\(name)/device/../product", encoding: .utf8)
            return BluetoothController(name: name, product: product?.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}

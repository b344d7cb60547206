import Advertising

/// Device that an order is about.
enum ConfigTarget: Sendable, Hashable {
    case address(BluetoothAddress)
    /// The name that the device advertises.
    case name(String)
    case dongle

    private static let prefix = "ble:"

    init(_ text: String) throws(ConfigError) {
        if text == "dongle" {
            self = .dongle
        } else if text.hasPrefix(Self.prefix), case let rest = text.dropFirst(Self.prefix.count), !rest.isEmpty,
            rest.utf8.count <= 248
        {
            self = BluetoothAddress(rest).map { .address($0) } ?? .name(String(rest))
        } else {
            throw .badDevice(text)
        }
    }
}

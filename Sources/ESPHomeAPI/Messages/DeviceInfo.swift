/// What a proxy can do.
public struct ProxyFeatures: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let passiveScan = ProxyFeatures(rawValue: 1)
    public static let activeConnections = ProxyFeatures(rawValue: 2)
    /// The client may keep services between connections.
    public static let remoteCaching = ProxyFeatures(rawValue: 4)
    public static let cacheClearing = ProxyFeatures(rawValue: 16)
    public static let rawAdverts = ProxyFeatures(rawValue: 32)
    public static let stateAndMode = ProxyFeatures(rawValue: 64)

    /// Features of every proxy here: no pairing, and no change of connection parameters.
    public static let all: ProxyFeatures = [
        .passiveScan, .activeConnections, .remoteCaching, .cacheClearing, .rawAdverts, .stateAndMode,
    ]
}

/// A proxy's description of itself.
public struct DeviceInfo: Sendable, Hashable {
    /// Largest length of ``name``, in bytes.
    public static let longestName = 31

    /// Host name: lower-case letters, digits and `-`, at most ``longestName`` bytes.
    public var name: String
    /// Name for people.
    public var friendlyName: String
    /// `02:…`, upper case. Identifies the proxy for ever.
    public var mac: String
    /// Like ``mac``, but different from it and from any other. Identifies the scanner.
    public var bluetoothMAC: String
    public var manufacturer: String
    public var model: String
    /// `maker.model`
    public var project: String
    public var projectVersion: String
    /// Port of an HTTP server without TLS; 0 = none.
    public var webPort: Int
    /// Whether clients must have the key.
    public var isEncrypted: Bool

    public init(
        name: String, friendlyName: String, mac: String, bluetoothMAC: String, manufacturer: String, model: String,
        project: String, projectVersion: String, webPort: Int, isEncrypted: Bool
    ) {
        (self.name, self.friendlyName, self.mac, self.bluetoothMAC) = (name, friendlyName, mac, bluetoothMAC)
        (self.manufacturer, self.model, self.project) = (manufacturer, model, project)
        (self.projectVersion, self.webPort, self.isEncrypted) = (projectVersion, webPort, isEncrypted)
    }

    /// Twelve lower-case digits.
    public var macDigits: String { mac.filter { $0 != ":" }.lowercased() }

    /// Version of ESPHome whose API this follows.
    public static let esphomeVersion = "2026.10.0"

    func write(_ fields: inout FieldWriter) {
        fields.text(2, name)
        fields.text(3, mac)
        fields.text(4, DeviceInfo.esphomeVersion)
        fields.text(6, model)
        fields.text(8, project)
        fields.text(9, projectVersion)
        fields.number(10, webPort)
        // Version 5 of the flags that came before the features.
        fields.number(11, 5)
        fields.text(12, manufacturer)
        fields.text(13, friendlyName)
        fields.number(15, ProxyFeatures.all.rawValue)
        fields.text(18, bluetoothMAC)
        fields.flag(19, isEncrypted)
    }
}

import Advertising

/// State on the air before a beacon was written to, by which changes are recognised.
package struct AirBaseline: Sendable, Hashable {
    /// Identity that the beacon sent; nil = none.
    package var identity: BeaconIdentity?
    /// Local name and power at 1 m that it sent.
    package var name: String?
    package var measuredPowerDBm: Int8?
    /// Last signal in dBm; nil = unknown.
    package var rssiDBm: Int8?
    /// Whether the beacon already had the target identity.
    package var hadTarget: Bool
    /// Other addresses with the target identity, at most 16, those heard last.
    package var others: [BluetoothAddress]

    package init(
        identity: BeaconIdentity?, name: String?, measuredPowerDBm: Int8?, rssiDBm: Int8?, hadTarget: Bool,
        others: [BluetoothAddress]
    ) {
        self.identity = identity
        self.name = name
        self.measuredPowerDBm = measuredPowerDBm
        self.rssiDBm = rssiDBm
        self.hadTarget = hadTarget
        self.others = others
    }
}

extension AirBaseline: Codable {
    private enum CodingKeys: String, CodingKey {
        case identity, name, others
        case measuredPowerDBm = "measured_power"
        case rssiDBm = "rssi"
        case hadTarget = "had_target"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        identity = try fields.decodeIfPresent(String.self, forKey: .identity).flatMap(BeaconIdentity.init)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        measuredPowerDBm = try fields.decodeIfPresent(Int8.self, forKey: .measuredPowerDBm)
        rssiDBm = try fields.decodeIfPresent(Int8.self, forKey: .rssiDBm)
        hadTarget = try fields.decode(Bool.self, forKey: .hadTarget)
        others = try fields.decode([String].self, forKey: .others).compactMap(BluetoothAddress.init)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(identity?.description, forKey: .identity)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(measuredPowerDBm, forKey: .measuredPowerDBm)
        try fields.encodeIfPresent(rssiDBm, forKey: .rssiDBm)
        try fields.encode(hadTarget, forKey: .hadTarget)
        try fields.encode(others.map(\.description), forKey: .others)
    }
}

import Advertising

/// All values that the steps write to a beacon. Always valid for the beacon.
package struct BeaconConfiguration: Sendable, Hashable {
    /// 1...20 printable ASCII characters.
    package let name: String
    package let identity: BeaconIdentity
    /// RSSI at one metre that the beacon states, dBm, -128...0.
    package let rssiAt1mDBm: Int8
    /// Advertising interval in units of 100 ms, 1...255.
    package let intervalUnits: UInt8
    /// TX power index, 0...7. The power in dBm is not known.
    package let txPowerIndex: UInt8

    /// Advertising interval in milliseconds, 100...25,500.
    package var intervalMs: Int { Int(intervalUnits) * 100 }

    package static let nameLimit = 20
    /// Assumed: the usual value of such beacons.
    package static let standardRSSIAt1mDBm = -59
    /// Assumed, like the next value: the middle of usual intervals, and of the scale.
    package static let standardIntervalMs = 500
    package static let standardTxPowerIndex = 4

    /// Reason why a configuration is invalid.
    package enum Fault: Error, Sendable, Hashable {
        case emptyName
        /// `length` is in characters.
        case longName(String, length: Int)
        /// The name has characters that are not printable ASCII.
        case nameNotASCII(String)
        case rssiAt1m(Int)
        case interval(Int)
        case txPower(Int)
        /// The UUID belongs to no beacon, or is shipped by makers. `vendors` lists these makers.
        case banned(ProximityUUID, vendors: [String])
    }

    /// - Parameters:
    ///   - rssiAt1mDBm: -128...0.
    ///   - intervalMs: A multiple of 100, 100...25,500.
    ///   - txPowerIndex: 0...7.
    ///   - banList: UUIDs that the identity must not have.
    package init(
        name: String, identity: BeaconIdentity, rssiAt1mDBm: Int = standardRSSIAt1mDBm,
        intervalMs: Int = standardIntervalMs, txPowerIndex: Int = standardTxPowerIndex, banList: BanList = .bundled
    ) throws(Fault) {
        guard !name.isEmpty else { throw .emptyName }
        guard name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .nameNotASCII(name) }
        guard name.utf8.count <= Self.nameLimit else { throw .longName(name, length: name.utf8.count) }
        guard (-128...0).contains(rssiAt1mDBm) else { throw .rssiAt1m(rssiAt1mDBm) }
        guard (100...25_500).contains(intervalMs), intervalMs.isMultiple(of: 100) else { throw .interval(intervalMs) }
        guard (0...7).contains(txPowerIndex) else { throw .txPower(txPowerIndex) }
        if let entry = banList.entry(of: identity.uuid) { throw .banned(identity.uuid, vendors: entry.vendors) }
        self.name = name
        self.identity = identity
        self.rssiAt1mDBm = Int8(rssiAt1mDBm)
        intervalUnits = UInt8(intervalMs / 100)
        self.txPowerIndex = UInt8(txPowerIndex)
    }
}

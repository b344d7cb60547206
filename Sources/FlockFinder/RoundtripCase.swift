/// A config that is sent to a device and read back, to see whether it is the same.
package struct RoundtripCase: Sendable, Hashable {
    /// Property that a case tests.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Any config that the device accepts.
        case random
        /// Characters of two to four bytes at every place where a text may be cut.
        case borders
        /// One list as full as the device keeps it, the others empty.
        case fullSSIDs = "full-ssid"
        case fullAddresses = "full-mac"
        case fullNames = "full-ble-name"
        case fullUUIDs = "full-ble-uuid"
        /// One entry more than a list keeps.
        case overfull
        /// As many bytes as the device is known to keep; ``tooLong`` has one more.
        case longest
        case tooLong = "too-long"
        /// Every setting at the lower end of its range; in ``highest``, at the upper end.
        case lowest
        case highest
        /// Texts that have to be escaped, and texts that look like commands or markers.
        case escapes
        /// No entries.
        case empty
    }

    /// Outcomes that count as correct.
    package enum Demand: Sendable, Hashable {
        /// The device holds exactly this config afterwards.
        case held
        /// ``held``; or the device refuses the config, and holds the one it held before.
        case heldOrRefused
        /// ``held``; or the device leaves out the entries beyond the limit of a list.
        case heldOrLimited
    }

    package let kind: Kind
    package let config: DeviceConfig
    package let demand: Demand

    package init(kind: Kind, config: DeviceConfig, demand: Demand) {
        self.kind = kind
        self.config = config
        self.demand = demand
    }
}

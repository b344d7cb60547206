/// A config that is sent to a device to see whether the same comes back.
package struct RoundtripCase: Sendable, Hashable {
    /// What a case is after.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Anything that the device takes.
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
        /// As many bytes as the device is known to keep, and one more.
        case longest
        case tooLong = "too-long"
        /// Every setting at the one end of what a person may set, and at the other.
        case lowest
        case highest
        /// Texts that have to be escaped, and such as look like what the device is told.
        case escapes
        /// No entry at all.
        case empty
    }

    /// What a device may do with it without being wrong.
    package enum Demand: Sendable, Hashable {
        /// It holds exactly this afterwards.
        case held
        /// Likewise; or it says that it does not take it, and holds what it held before.
        case heldOrRefused
        /// Likewise; or it leaves out what is over the limit of a list.
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

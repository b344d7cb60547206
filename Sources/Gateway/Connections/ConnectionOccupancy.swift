import Advertising
import DongleProtocol

/// Connections of the gateway at one moment, with those that are being made.
package struct ConnectionOccupancy: Sendable, Hashable {
    /// A connection, or an attempt to connect.
    package struct Holder: Sendable, Hashable {
        /// Id of the dongle.
        package let dongle: String
        package let address: BluetoothAddress
        /// Whether a client of a Bluetooth proxy has asked for it.
        package let isProxied: Bool

        package init(dongle: String, address: BluetoothAddress, isProxied: Bool) {
            (self.dongle, self.address, self.isProxied) = (dongle, address, isProxied)
        }
    }

    /// Rises with each change.
    package let version: UInt64
    /// In the order in which they were begun.
    package let holders: [Holder]

    package init(version: UInt64, holders: [Holder]) {
        (self.version, self.holders) = (version, holders)
    }

    /// Returns the slots of one dongle that Bluetooth proxies may use.
    ///
    /// - Parameters:
    ///   - slots: Connections that the dongle can have.
    ///   - reserved: Slots that proxies leave free. At least one slot is left for them.
    package func proxySlots(of dongle: String, slots: Int, reserved: Int) -> ProxySlots {
        let kept = max(0, min(reserved, slots - 1))
        let here = holders.filter { $0.dongle == dongle }
        let proxied = here.filter(\.isProxied).map(\.address)
        // The gateway's own connections first take the reserved slots.
        let displacing = here.filter { !$0.isProxied }.map(\.address).dropFirst(kept)
        let allocated = proxied + displacing
        return ProxySlots(free: max(0, slots - kept - allocated.count), allocated: allocated)
    }
}

/// Slots that Bluetooth proxies may use.
package struct ProxySlots: Sendable, Hashable {
    package var free: Int
    /// Devices that take a slot away from proxies, those of proxies first.
    package var allocated: [BluetoothAddress]

    package var limit: Int { free + allocated.count }

    package init(free: Int = 0, allocated: [BluetoothAddress] = []) {
        (self.free, self.allocated) = (free, allocated)
    }

    package static func + (left: ProxySlots, right: ProxySlots) -> ProxySlots {
        ProxySlots(free: left.free + right.free, allocated: left.allocated + right.allocated)
    }
}

/// Reason why a connection has ended.
package enum ConnectionEnd: Sendable, Hashable {
    /// The dongle's report, with the controller's reason.
    case disconnected(Status)
    /// Ended on the gateway's side.
    case requested
    /// The dongle, or its session, is gone.
    case dongleLost
}

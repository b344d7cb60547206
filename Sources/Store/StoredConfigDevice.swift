import Advertising
import FlockFinder
import GatewayModel

/// A device whose config was read, and what is known of it.
package struct StoredConfigDevice: Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id.
    package var device: String
    /// What it calls itself.
    package var name: String?
    /// Nil for a dongle.
    package var addressType: AddressType?
    /// Name of its profile.
    package var profile: String
    package var dialect: ConfigDialect
    /// Of its config.
    package var version: Int
    /// What it and the host agreed on last, as a config of its dialect.
    package var base: [UInt8]?
    package var syncedMicroseconds: Int64?
    /// What it told last.
    package var held: [UInt8]
    package var heldMicroseconds: Int64
    /// What it was told to keep last, and said that it does.
    package var saved: [UInt8]?
    package var savedMicroseconds: Int64?
    /// Whether that was seen after a restart.
    package var isSaveProven: Bool
    package var isSimulated: Bool

    package init(
        device: String, name: String? = nil, addressType: AddressType? = nil, profile: String, dialect: ConfigDialect,
        version: Int,
        held: [UInt8], heldMicroseconds: Int64, isSimulated: Bool
    ) {
        self.device = device
        self.name = name
        self.addressType = addressType
        self.profile = profile
        self.dialect = dialect
        self.version = version
        self.held = held
        self.heldMicroseconds = heldMicroseconds
        isSaveProven = false
        self.isSimulated = isSimulated
    }
}

/// One config on its way to a device.
package struct StoredConfigTransfer: Sendable, Hashable {
    package var id: Int64
    package var device: String
    /// Of one of a series that tests a device.
    package static let trial = "trial"

    /// `push`, `sync`, `restore`, `reset`, `save` or ``trial``.
    package var action: String
    package var phase: TransferPhase
    /// Nil where the device itself knows, as with a reset.
    package var wanted: [UInt8]?
    /// What the device held before.
    package var previous: [UInt8]?
    /// Nil while it is under way, and where it was cut short.
    package var outcome: SyncOutcome?
    /// For people.
    package var detail: String
    package var beganMicroseconds: Int64
    package var updatedMicroseconds: Int64
}

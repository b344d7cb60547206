import Advertising
import FlockFinder
import GatewayModel

/// A device whose config was read, with its last known state.
package struct StoredConfigDevice: Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id.
    package var device: String
    /// Name that the device states.
    package var name: String?
    /// Nil for a dongle.
    package var addressType: AddressType?
    /// Name of the device's profile.
    package var profile: String
    package var dialect: ConfigDialect
    /// Version of the device's config.
    package var version: Int
    /// Config that device and host last agreed on, in the device's dialect.
    package var base: [UInt8]?
    package var syncedMicroseconds: Int64?
    /// Config that the device sent last.
    package var held: [UInt8]
    package var heldMicroseconds: Int64
    /// Config that the device last acknowledged as saved.
    package var saved: [UInt8]?
    package var savedMicroseconds: Int64?
    /// Whether the saved config was read back after a restart.
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

/// A transfer of one config to a device.
package struct StoredConfigTransfer: Sendable, Hashable {
    package var id: Int64
    package var device: String
    /// Action of a transfer in a series that tests a device.
    package static let trial = "trial"

    /// `push`, `sync`, `restore`, `reset`, `save` or ``trial``.
    package var action: String
    package var phase: TransferPhase
    /// Config to write; nil if the device itself determines it, as with a reset.
    package var wanted: [UInt8]?
    /// Config that the device had before.
    package var previous: [UInt8]?
    /// Nil while the transfer is under way, and if it was cut short.
    package var outcome: SyncOutcome?
    /// Text for people.
    package var detail: String
    package var beganMicroseconds: Int64
    package var updatedMicroseconds: Int64
}

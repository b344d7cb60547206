import Advertising
import FlockFinder
import GatewayModel

/// A device whose config was read, and what is known of it.
public struct StoredConfigDevice: Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id.
    public var device: String
    /// What it calls itself.
    public var name: String?
    /// Nil for a dongle.
    public var addressType: AddressType?
    /// Name of its profile.
    public var profile: String
    public var dialect: ConfigDialect
    /// Of its config.
    public var version: Int
    /// What it and the host agreed on last, as a config of its dialect.
    public var base: [UInt8]?
    public var syncedMicroseconds: Int64?
    /// What it told last.
    public var held: [UInt8]
    public var heldMicroseconds: Int64
    /// What it was told to keep last, and said that it does.
    public var saved: [UInt8]?
    public var savedMicroseconds: Int64?
    /// Whether that was seen after a restart.
    public var isSaveProven: Bool
    public var isSimulated: Bool

    public init(
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
public struct StoredConfigTransfer: Sendable, Hashable {
    public var id: Int64
    public var device: String
    /// Of one of a series that tests a device.
    public static let trial = "trial"

    /// `push`, `sync`, `restore`, `reset`, `save` or ``trial``.
    public var action: String
    public var phase: TransferPhase
    /// Nil where the device itself knows, as with a reset.
    public var wanted: [UInt8]?
    /// What the device held before.
    public var previous: [UInt8]?
    /// Nil while it is under way, and where it was cut short.
    public var outcome: SyncOutcome?
    /// For people.
    public var detail: String
    public var beganMicroseconds: Int64
    public var updatedMicroseconds: Int64
}

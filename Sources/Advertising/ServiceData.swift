/// What a service-data AD structure carries.
public struct ServiceData: Sendable, Hashable {
    /// The service whose data they are.
    public var uuid: BluetoothUUID
    /// What follows the UUID. At most 252 bytes fit an AD structure under a 16-bit UUID.
    public var bytes: [UInt8]

    /// The data of one structure.
    public init(uuid: BluetoothUUID, bytes: [UInt8]) {
        self.uuid = uuid
        self.bytes = bytes
    }
}

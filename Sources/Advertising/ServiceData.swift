/// What a service-data AD structure carries.
public struct ServiceData: Sendable, Hashable {
    /// The service whose data they are.
    public var uuid: BluetoothUUID
    /// What follows the UUID. At most 252 bytes fit an AD structure under a 16-bit UUID.
    ///
    /// Of a parsed advert these are a slice of its data; the first index is then not zero.
    public var bytes: ArraySlice<UInt8>

    /// The data of one structure.
    public init(uuid: BluetoothUUID, bytes: [UInt8]) {
        self.init(uuid: uuid, slice: bytes[...])
    }

    @inline(__always)
    init(uuid: BluetoothUUID, slice: ArraySlice<UInt8>) {
        self.uuid = uuid
        bytes = slice
    }
}

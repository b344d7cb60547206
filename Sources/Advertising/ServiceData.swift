/// Contents of a service-data AD structure.
public struct ServiceData: Sendable, Hashable {
    /// Service that the data belongs to.
    public var uuid: BluetoothUUID
    /// Bytes after the UUID. At most 252 bytes fit in an AD structure with a 16-bit UUID.
    ///
    /// In a parsed advert, this is a slice of its data, so the first index is not 0.
    public var bytes: ArraySlice<UInt8>

    /// Makes the contents of one structure.
    public init(uuid: BluetoothUUID, bytes: [UInt8]) {
        self.init(uuid: uuid, slice: bytes[...])
    }

    @inline(__always)
    init(uuid: BluetoothUUID, slice: ArraySlice<UInt8>) {
        self.uuid = uuid
        bytes = slice
    }
}

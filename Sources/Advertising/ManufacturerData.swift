/// Contents of a manufacturer-specific AD structure.
public struct ManufacturerData: Sendable, Hashable {
    /// Bluetooth SIG id of the company, 0x004C for Apple.
    public var companyID: UInt16
    /// Bytes after the company id. At most 252 bytes fit in an AD structure.
    ///
    /// In a parsed advert, this is a slice of its data, so the first index is not 0.
    public var bytes: ArraySlice<UInt8>

    /// Makes the contents of one structure.
    public init(companyID: UInt16, bytes: [UInt8]) {
        self.init(companyID: companyID, slice: bytes[...])
    }

    @inline(__always)
    init(companyID: UInt16, slice: ArraySlice<UInt8>) {
        self.companyID = companyID
        bytes = slice
    }
}

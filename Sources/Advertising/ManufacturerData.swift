/// What a manufacturer-specific AD structure carries.
public struct ManufacturerData: Sendable, Hashable {
    /// The Bluetooth SIG's number for the company, 0x004C for Apple.
    public var companyID: UInt16
    /// What follows the company's number. At most 252 bytes fit an AD structure.
    ///
    /// Of a parsed advert these are a slice of its data; the first index is then not zero.
    public var bytes: ArraySlice<UInt8>

    /// The data of one structure.
    public init(companyID: UInt16, bytes: [UInt8]) {
        self.init(companyID: companyID, slice: bytes[...])
    }

    @inline(__always)
    init(companyID: UInt16, slice: ArraySlice<UInt8>) {
        self.companyID = companyID
        bytes = slice
    }
}

/// Why a GATT server refuses a request.
///
/// Source: Core Specification, Vol 3, Part F, 3.4.1.1.
public struct ATTError: Error, RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let invalidHandle = ATTError(rawValue: 0x01)
    public static let readNotPermitted = ATTError(rawValue: 0x02)
    public static let writeNotPermitted = ATTError(rawValue: 0x03)
    public static let insufficientAuthentication = ATTError(rawValue: 0x05)
    public static let invalidOffset = ATTError(rawValue: 0x07)
    public static let invalidAttributeLength = ATTError(rawValue: 0x0D)
    public static let unlikely = ATTError(rawValue: 0x0E)
    public static let valueNotAllowed = ATTError(rawValue: 0x13)
}

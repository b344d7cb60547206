/// Reason why a GATT server refuses a request.
///
/// Source: Core Specification, Vol 3, Part F, 3.4.1.1.
package struct ATTError: Error, RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let invalidHandle = ATTError(rawValue: 0x01)
    package static let readNotPermitted = ATTError(rawValue: 0x02)
    package static let writeNotPermitted = ATTError(rawValue: 0x03)
    package static let insufficientAuthentication = ATTError(rawValue: 0x05)
    package static let invalidOffset = ATTError(rawValue: 0x07)
    package static let invalidAttributeLength = ATTError(rawValue: 0x0D)
    package static let unlikely = ATTError(rawValue: 0x0E)
    package static let valueNotAllowed = ATTError(rawValue: 0x13)
}

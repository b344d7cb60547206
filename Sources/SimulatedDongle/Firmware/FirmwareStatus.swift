import CDongleCore

/// A status code of the dongle protocol, with the domain in the upper byte.
///
/// Source: firmware-protocol/SPEC.md, 3.
struct FirmwareStatus: RawRepresentable, Sendable, Hashable {
    let rawValue: UInt16

    static let ok = FirmwareStatus(rawValue: UInt16(PERCH_OK))
    static let invalidArgument = FirmwareStatus(rawValue: UInt16(PERCH_INVALID_ARGUMENT))
    static let notConnected = FirmwareStatus(rawValue: UInt16(PERCH_NOT_CONNECTED))
    static let noBuffers = FirmwareStatus(rawValue: UInt16(PERCH_NO_BUFFERS))

    static let radio = FirmwareStatus(rawValue: UInt16(PERCH_RADIO))

    static func hci(_ reason: UInt8) -> FirmwareStatus {
        FirmwareStatus(rawValue: 0x0400 | UInt16(reason))
    }

    static func att(_ error: ATTError) -> FirmwareStatus {
        FirmwareStatus(rawValue: 0x0500 | UInt16(error.rawValue))
    }
}

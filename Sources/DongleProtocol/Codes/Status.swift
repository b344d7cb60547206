/// Outcome of a request or an operation: domain × 256 + code. Source: SPEC.md 3.
public struct Status: WireCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Done.
    public static let ok = Status(rawValue: 0x0000)
    /// The deferred operation was accepted. One DONE follows.
    public static let accepted = Status(rawValue: 0x0001)

    /// Default of the link domain.
    public static let link = Status(rawValue: 0x0100)
    /// The request's session is not the current one; not executed. Detail: boot id.
    public static let wrongSession = Status(rawValue: 0x0101)
    /// HELLO has the current session's number but another nonce.
    public static let sessionInUse = Status(rawValue: 0x0102)
    /// Host and dongle have no major version in common.
    public static let versionMismatch = Status(rawValue: 0x0103)
    /// The id was already used for a request with other bytes; not executed.
    public static let sequenceReused = Status(rawValue: 0x0104)
    /// The id is older than the request table; not executed.
    public static let stale = Status(rawValue: 0x0105)
    /// A must-understand flag is unknown; not executed.
    public static let unsupportedFlags = Status(rawValue: 0x0106)

    /// Default of the request domain.
    public static let request = Status(rawValue: 0x0200)
    /// The dongle does not know this operation.
    public static let unknownOperation = Status(rawValue: 0x0201)
    /// The payload is too short for its fields.
    public static let malformed = Status(rawValue: 0x0202)
    /// A field is out of its range. Detail: offset of the field.
    public static let invalidArgument = Status(rawValue: 0x0203)
    /// The operation is known but not built into this dongle.
    public static let unsupported = Status(rawValue: 0x0204)
    /// The id is unknown.
    public static let notFound = Status(rawValue: 0x0205)
    /// The payload is longer than the dongle accepts. Detail: limit.
    public static let tooLarge = Status(rawValue: 0x0206)
    /// CANCEL ended the operation.
    public static let cancelled = Status(rawValue: 0x0207)
    /// The deadline passed before the operation ended.
    public static let deadline = Status(rawValue: 0x0208)
    /// The connection does not exist, or has an older generation of its slot.
    public static let notConnected = Status(rawValue: 0x0209)
    /// A slot already has this address. Detail: connection.
    public static let alreadyConnected = Status(rawValue: 0x020A)

    /// Default of the resource domain.
    public static let resource = Status(rawValue: 0x0300)
    /// There is no room for another request now; not executed.
    public static let busy = Status(rawValue: 0x0301)
    /// Every connection slot is taken. Detail: slots.
    public static let slotsFull = Status(rawValue: 0x0302)
    /// The radio stack's queue is full; not executed.
    public static let noBuffers = Status(rawValue: 0x0303)

    /// Default of the storage domain.
    public static let storage = Status(rawValue: 0x0600)
    /// `base` is not the digest of the active config. Detail: short digest of the active config.
    public static let conflict = Status(rawValue: 0x0601)
    /// The active config is not saved and no area is free.
    public static let unsaved = Status(rawValue: 0x0602)
    /// COMMIT came before the last byte. Detail: next offset.
    public static let incomplete = Status(rawValue: 0x0603)
    /// The bytes in flash do not have the announced digest. The staged config is erased.
    public static let digest = Status(rawValue: 0x0604)
    /// The dongle's validator refused the config; nothing was changed. Detail: position.
    public static let invalid = Status(rawValue: 0x0605)
    /// LOAD or READ asked for the saved config, but there is none.
    public static let nothingSaved = Status(rawValue: 0x0606)
    /// Flash could not be erased or programmed.
    public static let flash = Status(rawValue: 0x0607)
    /// DATA is not at offset `next`; nothing was written. Detail: next offset.
    public static let offset = Status(rawValue: 0x0608)
    /// BEGIN has the active config's digest; there is nothing to send.
    public static let unchanged = Status(rawValue: 0x0609)
    /// The transfer does not exist.
    public static let wrongTransfer = Status(rawValue: 0x060A)

    /// Default of the device domain.
    public static let device = Status(rawValue: 0x0700)
    /// The radio or its stack failed.
    public static let radio = Status(rawValue: 0x0701)
    /// The dongle's firmware found a contradiction in itself.
    public static let `internal` = Status(rawValue: 0x0702)

    /// Returns a Bluetooth controller error, with the code unchanged. Source: Core Specification,
    /// Vol 1, Part F.
    public static func hci(_ code: UInt8) -> Status {
        Status(rawValue: UInt16(Domain.hci.rawValue) << 8 | UInt16(code))
    }

    /// Returns an ATT error, with the code unchanged. Source: Core Specification, Vol 3, Part F,
    /// 3.4.1.1.
    public static func att(_ code: UInt8) -> Status {
        Status(rawValue: UInt16(Domain.att.rawValue) << 8 | UInt16(code))
    }

    /// Returns a vendor's own status.
    public static func vendor(_ code: UInt8) -> Status {
        Status(rawValue: UInt16(Domain.vendor.rawValue) << 8 | UInt16(code))
    }
}

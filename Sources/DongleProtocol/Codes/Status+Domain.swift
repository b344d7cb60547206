extension Status {
    /// The part of the system a status comes from.
    public struct Domain: WireCode {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// No error: OK and ACCEPTED.
        public static let success = Domain(rawValue: 0x00)
        /// Frames, sessions and requests as such.
        public static let link = Domain(rawValue: 0x01)
        /// What a request asks for.
        public static let request = Domain(rawValue: 0x02)
        /// What the dongle has no room for.
        public static let resource = Domain(rawValue: 0x03)
        /// Bluetooth controller errors.
        public static let hci = Domain(rawValue: 0x04)
        /// ATT errors of the peer.
        public static let att = Domain(rawValue: 0x05)
        /// The config store.
        public static let storage = Domain(rawValue: 0x06)
        /// The dongle itself.
        public static let device = Domain(rawValue: 0x07)
        /// Free for vendors.
        public static let vendor = Domain(rawValue: 0x7F)

        /// What a receiver takes a code of this domain for that it does not know. An unknown success is none: it is a request error.
        public var defaultStatus: Status { self == .success ? .request : Status(rawValue: UInt16(rawValue) << 8) }
    }

    /// The part of the system it comes from: the high byte.
    public var domain: Domain { Domain(rawValue: UInt8(rawValue >> 8)) }

    /// The low byte: in the HCI and ATT domains the error code of the Core Specification.
    public var code: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// Whether all that was asked is done; ACCEPTED is not.
    public var isOK: Bool { self == .ok }

    /// Whether an error body follows the status: neither OK nor ACCEPTED.
    public var isError: Bool { self != .ok && self != .accepted }

    /// The status itself where this version knows it, else the default of its domain.
    public var known: Status {
        name == nil && domain != .hci && domain != .att ? domain.defaultStatus : self
    }

    /// The name SPEC.md gives it; nil for codes of the Core Specification, of vendors and of later versions.
    public var name: String? {
        switch self {
        case .ok: "OK"
        case .accepted: "ACCEPTED"
        case .link: "LINK"
        case .wrongSession: "WRONG_SESSION"
        case .sessionInUse: "SESSION_IN_USE"
        case .versionMismatch: "VERSION_MISMATCH"
        case .sequenceReused: "SEQUENCE_REUSED"
        case .stale: "STALE"
        case .unsupportedFlags: "UNSUPPORTED_FLAGS"
        case .request: "REQUEST"
        case .unknownOperation: "UNKNOWN_OPERATION"
        case .malformed: "MALFORMED"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .unsupported: "UNSUPPORTED"
        case .notFound: "NOT_FOUND"
        case .tooLarge: "TOO_LARGE"
        case .cancelled: "CANCELLED"
        case .deadline: "DEADLINE"
        case .notConnected: "NOT_CONNECTED"
        case .alreadyConnected: "ALREADY_CONNECTED"
        case .resource: "RESOURCE"
        case .busy: "BUSY"
        case .slotsFull: "SLOTS_FULL"
        case .noBuffers: "NO_BUFFERS"
        case .storage: "STORAGE"
        case .conflict: "CONFLICT"
        case .unsaved: "UNSAVED"
        case .incomplete: "INCOMPLETE"
        case .digest: "DIGEST"
        case .invalid: "INVALID"
        case .nothingSaved: "NOTHING_SAVED"
        case .flash: "FLASH"
        case .offset: "OFFSET"
        case .unchanged: "UNCHANGED"
        case .wrongTransfer: "WRONG_TRANSFER"
        case .device: "DEVICE"
        case .radio: "RADIO"
        case .internal: "INTERNAL"
        default: nil
        }
    }
}

extension Status {
    /// Part of the system that a status comes from.
    public struct Domain: WireCode {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Success: OK and ACCEPTED.
        public static let success = Domain(rawValue: 0x00)
        /// Errors of frames, sessions and requests in general.
        public static let link = Domain(rawValue: 0x01)
        /// Errors of the content of a request.
        public static let request = Domain(rawValue: 0x02)
        /// Shortages of room in the dongle.
        public static let resource = Domain(rawValue: 0x03)
        /// Bluetooth controller errors.
        public static let hci = Domain(rawValue: 0x04)
        /// ATT errors of the peer.
        public static let att = Domain(rawValue: 0x05)
        /// Errors of the config store.
        public static let storage = Domain(rawValue: 0x06)
        /// Errors of the dongle itself.
        public static let device = Domain(rawValue: 0x07)
        /// Codes free for vendors.
        public static let vendor = Domain(rawValue: 0x7F)

        /// Status that replaces an unknown code of this domain. An unknown success code counts as a
        /// request error.
        public var defaultStatus: Status { self == .success ? .request : Status(rawValue: UInt16(rawValue) << 8) }
    }

    /// Part of the system that the status comes from: the high byte.
    public var domain: Domain { Domain(rawValue: UInt8(rawValue >> 8)) }

    /// The low byte. In the HCI and ATT domains it is the error code of the Core Specification.
    public var code: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// Whether the whole request is done. This is false for ACCEPTED.
    public var isOK: Bool { self == .ok }

    /// Whether an error body follows the status, which is neither OK nor ACCEPTED.
    public var isError: Bool { self != .ok && self != .accepted }

    /// The status itself if this version knows it, otherwise the default of its domain.
    public var known: Status {
        name == nil && domain != .hci && domain != .att ? domain.defaultStatus : self
    }

    /// Name of the status in SPEC.md; nil for codes of the Core Specification, of vendors and of
    /// later versions.
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

/// The first eight bytes of every frame. Source: SPEC.md 2.
///
/// ```
///  0        1        2      3   4      5   6      7   8 …
/// +--------+--------+----------+----------+----------+---------
/// | maj|kd | flags  | session  | id       | code     | payload
/// +--------+--------+----------+----------+----------+---------
/// ```
public struct FrameHeader: Sendable, Hashable {
    /// Size of a header in bytes.
    public static let size = 8
    /// The major version that this codec implements.
    public static let currentMajor: UInt8 = 1
    /// The minor version of it, as SPEC.md's title states.
    public static let currentMinor: UInt8 = 1

    /// Major version, 0...15.
    public var major: UInt8
    /// Kind of the frame, 0...15.
    public var kind: FrameKind
    /// Flags. The receiver must understand bits 4...7, or the frame is refused. Version 1.0 defines
    /// no flag.
    public var flags: UInt8
    /// Session number, 1...65535; 0 only in BOOT.
    public var session: UInt16
    /// Request id in REQUEST and RESPONSE, stream counter in EVENT and LOG.
    public var id: UInt16
    /// Operation in REQUEST and RESPONSE, event code in EVENT.
    public var code: UInt16

    public init(
        major: UInt8 = currentMajor, kind: FrameKind, flags: UInt8 = 0, session: UInt16, id: UInt16 = 0,
        code: UInt16 = 0
    ) {
        self.major = major
        self.kind = kind
        self.flags = flags
        self.session = session
        self.id = id
        self.code = code
    }

    /// Whether a flag is set that the receiver must understand but this version does not know.
    public var hasUnknownMandatoryFlag: Bool { flags & 0xF0 != 0 }

    /// `code` of a REQUEST or RESPONSE as an operation.
    public var operation: Operation { Operation(rawValue: code) }

    /// `code` of an EVENT as an event code.
    public var event: EventCode { EventCode(rawValue: code) }

    /// Decodes a header from the first eight bytes at `start`.
    @inline(__always)
    init(at start: UnsafeRawPointer) {
        let word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        major = UInt8(truncatingIfNeeded: word) >> 4
        kind = FrameKind(rawValue: UInt8(truncatingIfNeeded: word))
        flags = UInt8(truncatingIfNeeded: word >> 8)
        session = UInt16(truncatingIfNeeded: word >> 16)
        id = UInt16(truncatingIfNeeded: word >> 32)
        code = UInt16(truncatingIfNeeded: word >> 48)
    }

    /// The eight bytes as one little-endian integer.
    var word: UInt64 {
        UInt64(major << 4 | kind.rawValue) | UInt64(flags) << 8 | UInt64(session) << 16 | UInt64(id) << 32
            | UInt64(code) << 48
    }
}

/// Why a stretch of bytes between two zeros is not a frame; the first that holds, in this order. Source: SPEC.md 1.4.
public enum Rejection: Sendable, Hashable, CaseIterable {
    /// It decodes to more bytes than the receiver's largest frame.
    case overflow
    /// A COBS code points past its end.
    case malformed
    /// It decodes to fewer bytes than header and CRC take.
    case short
    /// The CRC does not match.
    case crc
}

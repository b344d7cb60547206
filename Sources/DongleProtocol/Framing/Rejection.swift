/// Reason why a byte sequence between two zeros is not a frame: the first reason that applies, in
/// this order. Source: SPEC.md 1.4.
public enum Rejection: Sendable, Hashable, CaseIterable {
    /// The sequence decodes to more bytes than the receiver's largest frame.
    case overflow
    /// A COBS code points beyond the end of the sequence.
    case malformed
    /// The sequence decodes to fewer bytes than header and CRC need.
    case short
    /// The CRC does not match.
    case crc
}

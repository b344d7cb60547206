/// A number on the line that has a meaning: an enumeration or a set of bits.
///
/// A struct and not an enum, so that values a later version defines survive decoding and encoding.
public protocol WireCode: RawRepresentable, Sendable, Hashable
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
    init(rawValue: RawValue)
}

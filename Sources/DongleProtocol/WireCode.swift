/// A number in the protocol that is an enumeration or a set of bits.
///
/// Conforming types are structs instead of enums, so that values defined by a later version survive
/// decoding and encoding.
public protocol WireCode: RawRepresentable, Sendable, Hashable
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
    init(rawValue: RawValue)
}

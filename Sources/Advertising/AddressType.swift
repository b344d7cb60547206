/// Type of a device address: public (registered) or random (chosen by the device).
///
/// Source: Core Specification, Vol 6, Part B, 1.3.
public enum AddressType: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    case `public`, random

    public var description: String { rawValue }

    /// The bit for this type on the air and in HCI.
    public var bit: UInt8 { self == .random ? 1 : 0 }
}

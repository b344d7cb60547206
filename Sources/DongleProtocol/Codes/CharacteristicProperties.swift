/// Operations that a characteristic supports. Source: Core Specification, Vol 3, Part G, 3.3.1.1.
public struct CharacteristicProperties: OptionSet, WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value can be broadcast.
    public static let broadcast = CharacteristicProperties(rawValue: 1 << 0)
    /// The value can be read.
    public static let read = CharacteristicProperties(rawValue: 1 << 1)
    /// The characteristic accepts write commands.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 1 << 2)
    /// The characteristic accepts acknowledged writes.
    public static let write = CharacteristicProperties(rawValue: 1 << 3)
    /// The characteristic can notify.
    public static let notify = CharacteristicProperties(rawValue: 1 << 4)
    /// The characteristic can indicate.
    public static let indicate = CharacteristicProperties(rawValue: 1 << 5)
    /// The characteristic accepts signed write commands.
    public static let signedWrite = CharacteristicProperties(rawValue: 1 << 6)
    /// A descriptor lists more properties.
    public static let extended = CharacteristicProperties(rawValue: 1 << 7)
}

/// What a characteristic allows. Source: Core Specification, Vol 3, Part G, 3.3.1.1.
public struct CharacteristicProperties: OptionSet, WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Its value can be broadcast.
    public static let broadcast = CharacteristicProperties(rawValue: 1 << 0)
    /// It can be read.
    public static let read = CharacteristicProperties(rawValue: 1 << 1)
    /// It takes write commands.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 1 << 2)
    /// It takes acknowledged writes.
    public static let write = CharacteristicProperties(rawValue: 1 << 3)
    /// It can notify.
    public static let notify = CharacteristicProperties(rawValue: 1 << 4)
    /// It can indicate.
    public static let indicate = CharacteristicProperties(rawValue: 1 << 5)
    /// It takes signed write commands.
    public static let signedWrite = CharacteristicProperties(rawValue: 1 << 6)
    /// More properties stand in a descriptor.
    public static let extended = CharacteristicProperties(rawValue: 1 << 7)
}

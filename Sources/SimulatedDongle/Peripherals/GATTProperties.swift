/// What a characteristic allows.
///
/// Source: Core Specification, Vol 3, Part G, 3.3.1.1.
public struct GATTProperties: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let read = GATTProperties(rawValue: 0x02)
    public static let writeWithoutResponse = GATTProperties(rawValue: 0x04)
    public static let write = GATTProperties(rawValue: 0x08)
    public static let notify = GATTProperties(rawValue: 0x10)
    public static let indicate = GATTProperties(rawValue: 0x20)

    /// The names that scenario files use.
    static let names: [String: GATTProperties] = [
        "read": .read, "writeWithoutResponse": .writeWithoutResponse, "write": .write, "notify": .notify,
        "indicate": .indicate,
    ]
}

/// Operations that a characteristic supports.
///
/// Source: Core Specification, Vol 3, Part G, 3.3.1.1.
package struct GATTProperties: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let read = GATTProperties(rawValue: 0x02)
    package static let writeWithoutResponse = GATTProperties(rawValue: 0x04)
    package static let write = GATTProperties(rawValue: 0x08)
    package static let notify = GATTProperties(rawValue: 0x10)
    package static let indicate = GATTProperties(rawValue: 0x20)

    /// Names of the properties in scenario files.
    static let names: [String: GATTProperties] = [
        "read": .read, "writeWithoutResponse": .writeWithoutResponse, "write": .write, "notify": .notify,
        "indicate": .indicate,
    ]
}

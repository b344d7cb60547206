/// Whether a device address is registered or chosen by the device.
///
/// Source: Core Specification, Vol 6, Part B, 1.3.
public enum AddressType: UInt8, Sendable, Hashable, CaseIterable {
    case `public` = 0
    case random = 1

    /// `public` or `random`.
    public var name: String {
        switch self {
        case .public: "public"
        case .random: "random"
        }
    }

    /// The type of that ``name``, or nil.
    public init?(name: String) {
        guard let type = AddressType.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}

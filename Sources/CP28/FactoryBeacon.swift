import Advertising

/// What a beacon from the factory is, as far as its adverts tell.
package enum FactoryBeacon: String, Sendable, Hashable, CaseIterable {
    /// It advertises the service of a profile, has a UUID of a profile, or a name that CP28s have.
    case cp28
    case bluecharm
    /// Its UUID is one that makers ship, and nothing else is known of it.
    case other

    /// Beginnings of the names of CP28s from the factory, in small letters. Assumed.
    private static let names = ["cp28", "dx-"]
    private static let blueCharm = ProximityUUID("426C7565-4368-6172-6D42-6561636F6E73")

    /// - Parameters:
    ///   - hasService: Whether it advertises the service of a profile.
    ///   - isOfProfile: Whether a profile says that beacons have its UUID from the factory.
    package init(hasService: Bool, isOfProfile: Bool, name: String?, uuid: ProximityUUID?) {
        let name = name?.lowercased() ?? ""
        if name.hasPrefix("bluecharm") || uuid == Self.blueCharm {
            self = .bluecharm
        } else {
            let isNamed = Self.names.contains { name.hasPrefix($0) }
            self = hasService || isOfProfile || isNamed ? .cp28 : .other
        }
    }

    /// Its name, for people.
    package var title: String {
        switch self {
        case .cp28: "CP28"
        case .bluecharm: "BlueCharm"
        case .other: "other"
        }
    }
}

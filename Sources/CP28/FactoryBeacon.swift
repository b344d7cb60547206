import Advertising

/// Kind of a factory beacon, as far as its adverts show.
package enum FactoryBeacon: String, Sendable, Hashable, CaseIterable {
    /// The beacon advertises the service of a profile, has a UUID of a profile, or a name typical
    /// of CP28s.
    case cp28
    case bluecharm
    /// The beacon has a UUID that makers ship, and nothing else is known about it.
    case other

    /// Prefixes of the names of factory CP28s, in small letters. Assumed.
    private static let names = ["cp28", "dx-"]
    private static let blueCharm = ProximityUUID("426C7565-4368-6172-6D42-6561636F6E73")

    /// - Parameters:
    ///   - hasService: Whether the beacon advertises the service of a profile.
    ///   - isOfProfile: Whether a profile lists the beacon's UUID as a factory UUID.
    package init(hasService: Bool, isOfProfile: Bool, name: String?, uuid: ProximityUUID?) {
        let name = name?.lowercased() ?? ""
        if name.hasPrefix("bluecharm") || uuid == Self.blueCharm {
            self = .bluecharm
        } else {
            let isNamed = Self.names.contains { name.hasPrefix($0) }
            self = hasService || isOfProfile || isNamed ? .cp28 : .other
        }
    }

    /// Name for people.
    package var title: String {
        switch self {
        case .cp28: "CP28"
        case .bluecharm: "BlueCharm"
        case .other: "other"
        }
    }
}

import JSONLines

/// What an event is about. The names and their meaning are those of the app whose log this continues.
public enum EventType: String, Codable, Sendable, Hashable, CaseIterable {
    case regionEnter, regionExit, stateChange
    /// Access to a port or device was refused or granted.
    case authorization
    case error
    case info

    /// One character for lists.
    public var mark: String {
        switch self {
        case .regionEnter: "↓"
        case .regionExit: "↑"
        case .stateChange: "⟳"
        case .authorization: "⛨"
        case .error: "!"
        case .info: "ℹ"
        }
    }
}

/// How much an event matters, by the names of the journal.
public enum EventLevel: String, Codable, Sendable, Hashable, CaseIterable {
    case error, warning, notice, info
}

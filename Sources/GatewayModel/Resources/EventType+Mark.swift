extension EventType {
    /// One-character symbol for lists.
    package var mark: String {
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

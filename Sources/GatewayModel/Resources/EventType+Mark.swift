extension EventType {
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

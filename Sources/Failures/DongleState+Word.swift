import GatewayModel

extension DongleState {
    /// Description of the state, for people.
    package var word: String {
        switch self {
        case .opening: "is being opened"
        case .live: "live"
        case .suspect: "does not answer at the moment"
        case .restarting: "restarts"
        case .waiting: "cannot be used"
        case .absent: "not in use"
        }
    }
}

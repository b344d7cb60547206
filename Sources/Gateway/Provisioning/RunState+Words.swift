import CP28
import GatewayModel

/// The words for states in the store.
enum RunStateWord {
    static let authenticated = ProvisioningRun.State.authenticated.rawValue
    static let saved = ProvisioningRun.State.saved.rawValue
    static let verified = ProvisioningRun.State.verified.rawValue
    static let writtenUnverified = ProvisioningRun.State.writtenUnverified.rawValue
    static let failed = ProvisioningRun.State.failed.rawValue
    static let unknown = ProvisioningRun.State.unknown.rawValue

    /// Those of runs under way.
    static let active = ProvisioningRun.State.allCases.filter { !$0.isEnd }.map(\.rawValue)
}

extension RunState {
    /// The word of the store and of the API.
    var word: String {
        let state: ProvisioningRun.State =
            switch self {
            case .planned: .planned
            case .connecting: .connecting
            case .authenticated: .authenticated
            case .writing: .writing
            case .saved: .saved
            case .verified: .verified
            case .writtenUnverified: .writtenUnverified
            case .failed: .failed
            case .unknown: .unknown
            }
        return state.rawValue
    }

    var failure: RunFailure? {
        switch self {
        case .writtenUnverified(let failure), .failed(let failure), .unknown(let failure): failure
        case .planned, .connecting, .authenticated, .writing, .saved, .verified: nil
        }
    }
}

import CP28
import GatewayModel

extension ProvisioningState {
    /// States of runs under way.
    static let active = allCases.filter { !$0.isEnd }
}

extension RunState {
    /// Word for the state in the store and in the API.
    var word: ProvisioningState {
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
    }

    var failure: RunFailure? {
        switch self {
        case .writtenUnverified(let failure), .failed(let failure), .unknown(let failure): failure
        case .planned, .connecting, .authenticated, .writing, .saved, .verified: nil
        }
    }
}

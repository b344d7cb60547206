/// State of a run.
package enum RunState: Sendable, Hashable {
    case planned
    case connecting
    case authenticated
    /// The latest step begun.
    case writing(Int)
    /// The last step was acknowledged.
    case saved
    case verified
    /// Everything was written, but the new identity was not verified on the air.
    case writtenUnverified(RunFailure)
    /// The run ended before the beacon was asked to save.
    case failed(RunFailure)
    /// The beacon may have been asked to save; its adverts do not show that it did.
    case unknown(RunFailure)

    package var isEnd: Bool {
        switch self {
        case .verified, .writtenUnverified, .failed, .unknown: true
        case .planned, .connecting, .authenticated, .writing, .saved: false
        }
    }
}

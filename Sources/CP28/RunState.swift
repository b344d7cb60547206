/// How a run stands.
package enum RunState: Sendable, Hashable {
    case planned
    case connecting
    case authenticated
    /// The step that was begun last.
    case writing(Int)
    /// The last step was acknowledged.
    case saved
    case verified
    /// Everything was written, and the air does not show it.
    case writtenUnverified(RunFailure)
    /// It ended before the beacon was told to keep anything.
    case failed(RunFailure)
    /// The beacon may have been told to keep it; the air does not show that it did.
    case unknown(RunFailure)

    package var isEnd: Bool {
        switch self {
        case .verified, .writtenUnverified, .failed, .unknown: true
        case .planned, .connecting, .authenticated, .writing, .saved: false
        }
    }
}

/// An error that prevents any testing.
package enum ConformanceError: Error, Sendable, Hashable {
    /// No frame arrived within `limit`; no byte either if `bytes` is 0.
    case noAnswer(limit: Duration, bytes: Int)
    /// The line returned the host's own frames.
    case echoes
    /// The port disappeared and did not come back.
    case portLost(path: String)
    /// `--only` matches no check.
    case noSuchCheck(pattern: String)
}

/// Why there is nothing that could be tested.
package enum ConformanceError: Error, Sendable, Hashable {
    /// No frame came within `limit`, and no byte either where `bytes` is 0.
    case noAnswer(limit: Duration, bytes: Int)
    /// The line sent back what was sent.
    case echoes
    /// The port went away and did not come back.
    case portLost(path: String)
    /// `--only` matches no check.
    case noSuchCheck(pattern: String)
}

import Testing

/// Waits for what another task is about to do; what never comes is an issue after `limit`, and nothing is waited for once the
/// test is cancelled. Returns whether it came.
@discardableResult
func eventually(
    _ claim: Comment, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async -> Bool
) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline, !Task.isCancelled {
        if await condition() { return true }
        // Cut short, it looks once more and ends.
        try? await Task.sleep(for: .milliseconds(2))
    }
    if await condition() { return true }
    Issue.record("never: \(claim)", sourceLocation: sourceLocation)
    return false
}

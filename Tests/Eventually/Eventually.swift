import Testing

/// Looks again and again whether something has come about that another task, thread or process is to do.
///
/// - Parameters:
///   - limit: Longest wait. It only ends what hangs, so it leaves a busy machine its time.
///   - pace: Longest pause between two looks.
/// - Returns: Whether it has. False once the task is cancelled.
package func comesAbout(
    within limit: Duration = .seconds(60), pace: Duration = .milliseconds(10), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.microseconds(100)
    while !(try await condition()) {
        guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
        // Cut short where the task is cancelled, which the next look tells.
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, pace)
    }
    return true
}

/// Waits until something has come about, as ``comesAbout(within:pace:_:)`` does; what has not is an issue of the test.
@discardableResult
package func eventually(
    _ claim: Comment, within limit: Duration = .seconds(60), pace: Duration = .milliseconds(10),
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let hasCome = try await comesAbout(within: limit, pace: pace, condition)
    if !hasCome { Issue.record("never: \(claim)", sourceLocation: sourceLocation) }
    return hasCome
}

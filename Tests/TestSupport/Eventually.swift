/// Checks repeatedly whether a condition has become true through another task, thread or process.
///
/// - Parameters:
///   - limit: Longest wait. It only ends tests that hang, so it is long enough for a busy machine.
///   - pace: Longest pause between two checks.
/// - Returns: Whether the condition became true. False once the task is cancelled.
package func comesAbout(
    within limit: Duration = .seconds(60), pace: Duration = .milliseconds(10), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.microseconds(100)
    while !(try await condition()) {
        guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
        // The pause is cut short if the task is cancelled, which the next check notices.
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, pace)
    }
    return true
}

#if canImport(Testing)
    // A program with the Swift runtime inside, such as `crash`, has no Testing.
    import Testing

    /// Waits until a condition is true, as ``comesAbout(within:pace:_:)`` does; records an issue if it
    /// does not become true.
    @discardableResult
    package func eventually(
        _ claim: Comment, within limit: Duration = .seconds(60), pace: Duration = .milliseconds(10),
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
    ) async rethrows -> Bool {
        let hasCome = try await comesAbout(within: limit, pace: pace, condition)
        if !hasCome { Issue.record("never: \(claim)", sourceLocation: sourceLocation) }
        return hasCome
    }
#endif

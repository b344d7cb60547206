/// A reason, such as ^C, to end requests before they are answered.
package protocol RequestInterruption: Sendable {
    /// Runs `body`, and cancels it once there is a reason to.
    ///
    /// - Throws: An error of its own where `body` was cut short, else what `body` throws.
    func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value
}

extension GatewayClient {
    /// Runs a request, or part of one, which ``interruption`` cuts short.
    func interruptible<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let interruption else { return try await body() }
        return try await interruption.interruptible(body)
    }
}

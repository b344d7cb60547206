import Failures

/// Names the option in what is said against its value, for values that are judged where options are not known.
///
/// - Parameter options: By the codes of what may be said against them.
func naming<Value>(_ options: [String: String], _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch {
        var failure = Failure(error)
        guard let option = options[failure.code] else { throw error }
        failure.message = "\(option): \(failure.message)"
        throw failure
    }
}

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

extension Failure {
    /// Options by the codes of what may be said against their values alone.
    private static let options = [
        "bad-device": "--device", "bad-interval": "--interval-ms", "bad-rssi": "--rssi-at-1m",
        "bad-tx-power": "--tx-power", "unknown-set": "--set",
    ]

    /// The same, with the name of the option that is meant where the gateway says its own for it, such as `sort_order`.
    ///
    /// - Parameter arguments: Those of the command line: only what was given can be meant.
    func naming(optionOf arguments: [String]) -> Failure {
        func isGiven(_ option: String) -> Bool {
            arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
        }
        guard !message.hasPrefix("--") else { return self }
        var named = self
        if let option = Self.options[code] {
            if isGiven(option) { named.message = "\(option): \(message)" }
        } else if ["bad-value", "invalid-parameter", "invalid-value"].contains(code),
            let match = message.prefixMatch(
                of: #/(?:In the body, |The parameter |The )?([a-z][a-z0-9_]*) (is not|cannot be) /#)
        {
            let option = "--" + match.1.replacing("_", with: "-")
            if isGiven(option) { named.message = "\(option) \(match.2) " + message[match.range.upperBound...] }
        }
        return named
    }
}

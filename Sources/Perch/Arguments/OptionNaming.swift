import Failures

/// Puts the option's name before the message of a failure, for values that are checked by code that
/// does not know the options.
///
/// - Parameter options: Option names, by failure code.
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
    /// Option names, by the codes of failures that concern only that option's value.
    private static let options = [
        "bad-device": "--device", "bad-interval": "--interval-ms", "bad-rssi": "--rssi-at-1m",
        "bad-tx-power": "--tx-power", "invalid-uuid": "--uuid", "unknown-set": "--set",
    ]

    /// Returns this failure with the name of the option in its message, in place of the gateway's
    /// own name for it, such as `sort_order`.
    ///
    /// - Parameter arguments: The command line. Only an option that it contains is named.
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

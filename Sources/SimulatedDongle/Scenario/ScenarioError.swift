/// Reason why a scenario cannot be used.
package enum ScenarioError: Error, Sendable, Hashable {
    /// There is no built-in scenario of that name; `known` lists the existing ones.
    case unknownName(String, known: [String])
    /// The file cannot be read; `code` is the system's errno.
    case cannotRead(file: String, code: Int32)
    /// The text is not JSON. `reason` is the parser's message.
    case notJSON(reason: String)
    /// The value at `path`, such as `advertisers[2].intervalMs`, is not what is expected there.
    case invalid(path: String, expected: String)
    /// The object at `path` must have the key `key`.
    case missing(path: String, key: String)
    /// The key at `path` is unknown here. It may be misspelled.
    case unknownKey(path: String)
}

/// Why a scenario cannot be used.
package enum ScenarioError: Error, Sendable, Hashable {
    /// No scenario of that name is built in; `known` are.
    case unknownName(String, known: [String])
    /// The file cannot be read; `code` is the system's errno.
    case cannotRead(file: String, code: Int32)
    /// The text is not JSON. `reason` is the parser's.
    case notJSON(reason: String)
    /// What stands at `path`, such as `advertisers[2].intervalMs`, is not what is expected there.
    case invalid(path: String, expected: String)
    /// The object at `path` must have the key `key`.
    case missing(path: String, key: String)
    /// The key at `path` means nothing here: a slip of the pen, perhaps.
    case unknownKey(path: String)
}

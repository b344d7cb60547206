/// Reason why a text is not a config of a FlockFinder.
package enum ConfigFault: Error, Sendable, Hashable {
    /// `line` and `column` count from 1; `expected` completes "expected …".
    case notJSON(line: Int, column: Int, expected: String)
    /// JSON, but not an object.
    case notAnObject
    /// The object has no key of any dialect.
    case unknownDialect
    /// The object has keys of both dialects.
    case mixedDialects(compact: String, nested: String)
    /// A part of the config was lost on the way, though the rest reads like a config.
    case partMissing
    /// The value is invalid for its key; `path` is, for example, `patterns.macPrefixes[3].prefix`.
    case wrongValue(path: String, expected: String)
    /// The config has a newer version than this program knows.
    case newerVersion(Int)
    case tooLong(bytes: Int, limit: Int)
}

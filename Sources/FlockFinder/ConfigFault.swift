/// Why a text is no config of a FlockFinder.
package enum ConfigFault: Error, Sendable, Hashable {
    /// `line` and `column` from 1; `expected` as in "expected …".
    case notJSON(line: Int, column: Int, expected: String)
    /// JSON, but no object.
    case notAnObject
    /// None of the keys of any dialect.
    case unknownDialect
    /// Keys of both dialects.
    case mixedDialects(compact: String, nested: String)
    /// A part of it was lost on the way, though what arrived reads like a config.
    case partMissing
    /// A value that means nothing at that key; `path` as in `patterns.macPrefixes[3].prefix`.
    case wrongValue(path: String, expected: String)
    /// Of a firmware that this program is older than.
    case newerVersion(Int)
    case tooLong(bytes: Int, limit: Int)
}

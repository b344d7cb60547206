/// Reasons why the server cannot start.
package enum DevBackendError: Error, Sendable, Hashable {
    /// The file is a database of another program, or of another version of this one.
    case foreignDatabase(path: String)
    case unusableDatabase(path: String, reason: String)
    case unusableTLS(file: String, reason: String)
    case cannotListen(host: String, port: Int, reason: String)
}

extension DevBackendError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreignDatabase(let path):
            "\(path) is not a database of this server, or one of another version. Name another file."
        case .unusableDatabase(let path, let reason): "\(path) cannot be used as a database: \(reason)."
        case .unusableTLS(let file, let reason): "\(file) cannot be used for TLS: \(reason)."
        case .cannotListen(let host, let port, let reason): "Nothing can be served on \(host), port \(port): \(reason)."
        }
    }
}

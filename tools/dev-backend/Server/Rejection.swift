import HTTPTypes

/// Reasons why a request is not carried out. Its changes so far are rolled back.
enum Rejection: Error {
    /// The request is valid but refused: status 200, as in the API.
    case refused(String)
    /// The request is not as in the document.
    case malformed(String)
    case unauthorized
    case notJSON(type: String?)
    case tooLarge
    case unknownPath(String)
    case wrongMethod(allowed: String)

    var status: HTTPResponse.Status {
        switch self {
        case .refused: .ok
        case .malformed: .badRequest
        case .unauthorized: .unauthorized
        case .notJSON: .unsupportedMediaType
        case .tooLarge: .contentTooLarge
        case .unknownPath: .notFound
        case .wrongMethod: .methodNotAllowed
        }
    }

    var words: String {
        switch self {
        case .refused(let words), .malformed(let words): words
        case .unauthorized: "The token is not, or no longer, valid. Log in again."
        case .notJSON(let type): "The body must be application/json, not \(type ?? "without a type")."
        case .tooLarge: "The body has more than \(Limits.body) bytes."
        case .unknownPath(let path): "There is nothing at \(path.prefix(100))."
        case .wrongMethod(let allowed): "Only \(allowed) is answered here."
        }
    }
}

import Failures
import Gateway
import GatewayModel

extension RequestError: FailureConvertible {
    var failure: Failure {
        switch self {
        case .notJSON(let reason):
            .request("malformed-json", "The body is not JSON: \(reason).", "Send one JSON object in UTF-8.", .badInput)
        case .missingKey(let key):
            .request("missing-key", "The body lacks the key \(key).", "Add the key.", .badInput)
        case .unknownKey(let key, let known):
            .request(
                "unknown-key", "The body has an unknown key: \(shown(key)).",
                known.isEmpty ? "Send an empty object." : "Known keys: \(known.joined(separator: ", ")).", .badInput)
        case .invalidValue(let path, let expected):
            .request(
                "invalid-value",
                path.isEmpty ? "The body is not \(expected)." : "In the body, \(path) is not \(expected).",
                "Fix the value.", .badInput)
        case .invalidBeaconUUID(let text): Failure(GatewayError.invalidBeaconUUID(text))
        case .unknownParameter(let name, let known):
            .request(
                "unknown-parameter", "This request has no parameter \(shown(name)).",
                known.isEmpty ? "Leave out all parameters." : "Known parameters: \(known.joined(separator: ", ")).",
                .usage)
        case .repeatedParameter(let name):
            .request("repeated-parameter", "The parameter \(name) was given twice.", "Give the parameter once.", .usage)
        case .invalidParameter(let name, let expected):
            .request("invalid-parameter", "The parameter \(name) is not \(expected).", "Fix the value.", .usage)
        case .invalidHeader(let name, let expected):
            .request(
                "invalid-header", "The header field \(name) is not \(expected).",
                "Fix the header field or leave it out.", .usage)
        case .notPercentEncoded:
            .request(
                "malformed-path", "The path or the query is not percent-encoded UTF-8.",
                "Percent-encode every name in a path.", .usage)
        case .wrongContentType(let found, let wanted):
            .request(
                "wrong-content-type",
                found.map { "The body is \(shown($0)), not \(wanted)." } ?? "The body has no content type.",
                "Send \(wanted).", .usage)
        case .unknownRoute, .wrongMethod, .unknownStream, .unknownSession, .noConsole, .noESPHomeKey, .apiVersion,
            .tooManyBackups,
            .restoreUnderWay, .cannotCopy:
            targetFailure
        case .unauthorized, .tooManyAttempts, .hostNotAllowed, .crossOrigin, .roleNotSufficient: senderFailure
        case .notHTTP, .notOneHost, .pathTooLong, .headTooLarge, .bodyTooLarge, .tooSlow: transportFailure
        }
    }

    private var targetFailure: Failure {
        switch self {
        case .unknownRoute(let path):
            .request(
                "unknown-route", "There is nothing at \(shown(path)).", "See all paths with GET /v1/openapi.yaml.",
                .usage)
        case .wrongMethod(let method, let allowed):
            .request(
                "wrong-method", "\(shown(method)) cannot be used here.", "Use \(allowed.joined(separator: " or ")).",
                .usage)
        case .unknownStream(let id):
            .request(
                "unknown-stream", "There is no stream of adverts \(shown(id)).", "The stream has already ended.",
                .unavailable)
        case .unknownSession(let id):
            .request(
                "unknown-session", "There is no session \(id).", "The session has already ended.", .unavailable)
        case .noConsole:
            .request(
                "no-console", "The gateway serves no console: it listens on no TCP address.",
                "Set http.listen, for example to 127.0.0.1:8470, or start the gateway with --http.", .unavailable)
        case .noESPHomeKey:
            .request(
                "no-esphome-key", "The gateway has no key for Bluetooth proxies.",
                "Set esphome.listen, for example to 0.0.0.0:6053, and esphome.encryption to true.", .unavailable)
        case .apiVersion(let client, let program):
            .request(
                "api-version",
                "The client speaks version \(shown(client)) of the API\(program.map { " (perch \(shown($0)))" } ?? ""); "
                    + "the gateway speaks version \(APIVersion.current) (perch \(APIVersion.program)).",
                "Use the same release of perch on both sides.", .protocolMismatch)
        case .tooManyBackups(let limit):
            Failure(
                code: "too-many",
                message: "\(limit) copies of the database are already being sent, which is the limit.",
                hint: "Try again when one copy is complete.", isRetryable: true, exit: .temporary)
        case .restoreUnderWay:
            Failure(
                code: "restore-under-way", message: "A backup is already being restored.",
                hint: "Try again when the gateway has restarted.", isRetryable: true, exit: .temporary)
        default:
            .request(
                "cannot-copy", "The copy of the database cannot be stored until it is sent.",
                "Free space in the gateway's folder for temporary files.", .system)
        }
    }

    private var senderFailure: Failure {
        switch self {
        case .unauthorized(let isWrong):
            .request(
                "unauthorized", isWrong ? "The token, link or session is not valid." : "A token is needed.",
                "Send Authorization: Bearer TOKEN (perch: --token-file), or open the link that the gateway printed.",
                .permission)
        case .tooManyAttempts(let seconds):
            Failure(
                code: "too-many-attempts", message: "Too many wrong tokens came from this address.",
                hint: "Send the right token, or wait \(seconds) s.", isRetryable: true, exit: .permission)
        case .hostNotAllowed(let host):
            .request(
                "host-not-allowed",
                host.map { "This gateway does not serve the host name \(shown($0))." }
                    ?? "The request does not name its host.",
                "Use the gateway's address, the host name in http.listen, or a name in its certificate.", .permission)
        case .roleNotSufficient(let role, let needed):
            .request(
                "role-not-sufficient",
                "A session with the role \(role.rawValue) may not do this; it needs the role \(needed.rawValue).",
                "Run `perch console --role \(needed.rawValue)` on the gateway's machine, and open that link.",
                .permission)
        default:
            .request(
                "cross-origin", "The request comes from another site's page.", "Open the gateway's own page.",
                .permission)
        }
    }

    private var transportFailure: Failure {
        switch self {
        case .pathTooLong(let limit):
            .request("path-too-long", "Path and query have more than \(limit) bytes.", "Shorten them.", .usage)
        case .headTooLarge(let limit):
            .request("head-too-large", "The header fields have more than \(limit) bytes.", "Shorten them.", .usage)
        case .bodyTooLarge(let limit):
            .request("body-too-large", "The body has more than \(limit) bytes.", "Send a shorter body.", .badInput)
        case .notOneHost:
            .request(
                "malformed-request", "The request has no Host field, or more than one.", "Send exactly one.", .usage)
        case .tooSlow(let part, let limit):
            Failure(
                code: "request-too-slow",
                message: "The request's \(part) did not arrive within \(limit.components.seconds) s.",
                hint: "Try again over a better connection.", isRetryable: true, exit: .temporary)
        default:
            .request("malformed-request", "The request is not an HTTP/1.1 request.", "Use an HTTP client.", .usage)
        }
    }

    /// Text from the client, made printable and cut to 80 characters.
    private func shown(_ text: String) -> String {
        let cut = printable(String(text.prefix(80)))
        return cut.isEmpty ? "\"\"" : cut + (text.count > 80 ? "…" : "")
    }
}

extension Failure {
    fileprivate static func request(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit)
    }
}

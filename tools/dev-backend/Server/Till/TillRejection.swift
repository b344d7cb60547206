import HTTPTypes
import LineFormats

/// Reason why a request of the till is not carried out.
struct TillRejection: Error {
    var status: HTTPResponse.Status
    var code: String
    var message: String
    var allowed: String?

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = .init(code: status)
        self.code = code
        self.message = message
    }

    static let unauthorized = TillRejection(401, "UNAUTHORIZED", "Anmeldung erforderlich")

    static let notFound = TillRejection(404, "NOT_FOUND", "Hier ist nichts.")

    static func wrongMethod(allowed: String) -> TillRejection {
        var rejection = TillRejection(405, "METHOD_NOT_ALLOWED", "Diese Methode gibt es hier nicht.")
        rejection.allowed = allowed
        return rejection
    }

    static func invalid(_ message: String) -> TillRejection { TillRejection(400, "VALIDATION_ERROR", message) }

    var answer: Answer {
        var writer = JSONWriter()
        writer.element { object in
            object.field("success", false)
            object.field("error", code)
            object.field("message", message)
        }
        var answer = Answer(status: status, bytes: writer.take())
        answer.allowed = allowed
        return answer
    }
}

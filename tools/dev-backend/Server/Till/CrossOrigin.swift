import HTTPTypes

/// Lets web pages of any origin use the API.
///
/// Source: https://fetch.spec.whatwg.org/#http-cors-protocol.
enum CrossOrigin {
    static func allow(_ outcome: Responder.Outcome) -> Responder.Outcome {
        guard case .answer(var answer) = outcome else { return outcome }
        answer.more[.accessControlAllowOrigin] = "*"
        return .answer(answer)
    }

    /// Answer to the question that a browser asks before a request.
    static func preflight(_ methods: String) -> Answer {
        var answer = Answer(status: .noContent, bytes: [])
        answer.more[.accessControlAllowMethods] = methods
        answer.more[.accessControlAllowHeaders] = "Authorization, Content-Type"
        answer.more[.accessControlMaxAge] = "600"
        return answer
    }

    /// Whether a browser says that a page of another origin sent the request.
    static func isForeign(_ headers: HTTPFields, host: String?) -> Bool {
        guard let origin = headers.value("origin") else { return false }
        return origin != "http://\(host ?? "")" && origin != "https://\(host ?? "")"
    }
}

import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import LineFormats
import NIOCore

extension HTTPField.Name {
    static let perchAPI = named("Perch-API")
    static let perchVersion = named("Perch-Version")
    static let lastEventID = named("Last-Event-ID")
    static let fetchSite = named("Sec-Fetch-Site")
    static let strictTransportSecurity = named("Strict-Transport-Security")
    static let referrerPolicy = named("Referrer-Policy")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) cannot name a header field") }
        return name
    }
}

extension Problem {
    /// The problem as the body of an answer.
    var json: Data { encoded(self) }

    /// Header fields of the answer, including those that every answer has.
    var headerFields: HTTPFields {
        var fields = HTTPFields.ofEveryAnswer
        fields[.contentType] = Problem.mediaType
        if status == 401 { fields[.wwwAuthenticate] = "Bearer realm=\"perch\"" }
        if status == 503 { fields[.retryAfter] = "1" }
        return fields
    }
}

extension Response {
    /// The answer to a request that failed.
    ///
    /// - Parameter onlyLooking: Whether the request cannot change anything. Its outcome is then
    ///   never unknown.
    init(_ error: any Error, onlyLooking: Bool = false) {
        var problem = Problem(error)
        if onlyLooking, problem.outcome == .unknown { problem.outcome = nil }
        self.init(
            status: HTTPResponse.Status(code: problem.status, reasonPhrase: problem.title),
            headers: problem.headerFields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.json)))
        switch error {
        case RequestError.tooManyAttempts(let seconds), TillServiceError.tooManyLogins(let seconds):
            headers[.retryAfter] = String(seconds)
        case RequestError.wrongMethod(_, let allowed): headers[.allow] = allowed.joined(separator: ", ")
        default: break
        }
    }
}

extension HTTPFields {
    /// Makes browsers that connected over TLS insist on TLS for a year. Source: RFC 6797.
    mutating func setTransportSecurity(of origin: ClientConnection.Origin) {
        guard case .tcp(_, isSecure: true) = origin else { return }
        self[.strictTransportSecurity] = "max-age=31536000"
    }

    /// Lets browsers save the answer as a file whose name has the time, without colons, which not every file system takes.
    mutating func downloads(as type: String) {
        let moment = "\(Timestamp.now)".prefix(19).filter { $0 != "-" && $0 != ":" }
        self[.contentDisposition] = "attachment; filename=\"perch-\(moment)Z.\(type)\""
    }

    /// Header fields that every answer has.
    static var ofEveryAnswer: HTTPFields {
        var fields = HTTPFields()
        fields[.perchAPI] = String(APIVersion.current)
        fields[.perchVersion] = APIVersion.program
        fields[.date] = HTTPDate.now
        fields[.cacheControl] = "no-store"
        fields[.xContentTypeOptions] = "nosniff"
        return fields
    }
}

/// Encodes a body with sorted keys, so that answers can be compared.
func encoded(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only for infinity and NaN, which the model does not contain: round trips are
    // finite.
    return (try? encoder.encode(value)) ?? Data("{}".utf8)
}

import HTTPTypes
import Hummingbird
import LineFormats
import NIOCore

/// Answer to a request.
struct Answer: Sendable {
    /// Sent with every answer, so that the server is not mistaken for the real one.
    static let server = "perch-dev-backend (development only)"

    var status: HTTPResponse.Status = .ok
    var type = "application/json"
    var bytes: [UInt8]
    var allowed: String?
    /// Further header fields.
    var more: HTTPFields = [:]

    init(status: HTTPResponse.Status = .ok, type: String = "application/json", bytes: [UInt8]) {
        self.status = status
        self.type = type
        self.bytes = bytes
    }

    init(_ rejection: Rejection) {
        self.init(status: rejection.status, error: rejection.words)
        if case .wrongMethod(let methods) = rejection { allowed = methods }
    }

    init(status: HTTPResponse.Status, error: String) {
        var writer = JSONWriter()
        writer.element { object in
            object.field("OK", false)
            object.field("ERROR", error)
        }
        self.init(status: status, bytes: writer.take())
    }

    /// A page like that of a captive portal.
    static let portal = Answer(
        type: "text/html",
        bytes: Array("<!DOCTYPE html><title>Welcome</title><p>Please accept the terms of this network.</p>\n".utf8))

    var response: Response {
        var headers: HTTPFields = [.contentType: type, .server: Answer.server, .cacheControl: "no-store"]
        headers[.allow] = allowed
        headers.append(contentsOf: more)
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

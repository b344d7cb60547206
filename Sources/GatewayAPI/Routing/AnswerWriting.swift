import GatewayModel
import HTTPTypes
import Hummingbird
import LineFormats
import NIOCore

extension Response {
    /// Makes an answer with a JSON object.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        bytes(encoded(value), type: "application/json", status: status)
    }

    /// Writes a list of up to 20,000 patterns; the standard library's encoder takes several times
    /// as long.
    static func json(_ list: PatternList) -> Response {
        var writer = JSONWriter()
        writer.element { $0.fields(list) }
        return .bytes(writer.take(), type: "application/json")
    }

    static func bytes(_ bytes: some Sequence<UInt8>, type: String, status: HTTPResponse.Status = .ok) -> Response {
        var headers = HTTPFields.ofEveryAnswer
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The answer 204, without a body.
    ///
    /// Computed, because every answer has its own date. It has no `Content-Length`: RFC 9110, 8.6,
    /// forbids it for 204.
    static var done: Response {
        var response = Response(status: .noContent, headers: .ofEveryAnswer)
        response.headers[.contentLength] = nil
        return response
    }
}

import Crypto
import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Pages for browsers. Served over TCP only: browsers do not open unix sockets.
extension GatewayAPI: ConsoleOperations {
    func console(_ call: Call) async throws -> Response { ConsolePage.response }

    func openConsole(code: String, _ call: Call) async throws -> Response {
        guard let access, case .tcp(let address, let isSecure) = call.origin else {
            throw RequestError.unknownRoute(path: "/console")
        }
        // An empty code comes from a truncated link and does not count as guessing.
        guard !code.isEmpty else { return ConsolePage.usedLink(.unauthorized(isWrong: false)) }
        let session: String
        do throws(RequestError) {
            session = try access.tokens.open(code: code, from: address)
        } catch {
            // Usually a person opened the link twice, so answer with a page.
            return ConsolePage.usedLink(error)
        }
        await gateway.eventLog.record(.authorization, "Console opened", detail: "From \(address).")
        var headers = HTTPFields.ofEveryAnswer
        headers[.setCookie] = ConsoleSessions.cookieField(session, isSecure: isSecure)
        headers[.location] = "/"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: .seeOther, headers: headers)
    }
}

/// The console: one page that uses only its own script and style.
enum ConsolePage {
    static let html = ServedFile.console

    static var response: Response {
        var response = Response.bytes(html, type: "text/html; charset=utf-8")
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// Page shown for a console link that is used up or has expired.
    static func usedLink(_ error: RequestError) -> Response {
        var response = Response(error)
        let minutes = ConsoleSessions.codeLifetime.components.seconds / 60
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Perch</title></head>
            <body>
            <h1>This link is no longer valid</h1>
            <p>A link opens the console once, within \(minutes) minutes, until the gateway restarts. For a new link,
            run on the gateway's machine:</p>
            <pre>perch console</pre>
            </body>
            </html>

            """
        response.body = ResponseBody(byteBuffer: ByteBuffer(string: page))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentLength] = String(page.utf8.count)
        response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// Content security policy: only the page's own script and style may run, identified by their
    /// digests.
    static let policy: String = {
        let page = String(decoding: html, as: UTF8.self)
        return "default-src 'none'; script-src \(digest(of: "script", in: page)); "
            + "style-src \(digest(of: "style", in: page)); connect-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    private static func digest(of element: String, in page: String) -> String {
        guard let start = page.range(of: "<\(element)>"), let end = page.range(of: "</\(element)>") else {
            return "'none'"
        }
        let content = Data(page[start.upperBound..<end.lowerBound].utf8)
        return "'sha256-\(Data(SHA256.hash(data: content)).base64EncodedString())'"
    }
}

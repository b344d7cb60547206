import Crypto
import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import NIOCore

/// What a browser opens. Over TCP only: a browser does not open unix sockets.
extension GatewayAPI: ConsoleOperations {
    func console(_ call: Call) async throws -> Response { ConsolePage.response }

    func openConsole(code: String, _ call: Call) async throws -> Response {
        guard let access, case .tcp(let address, let isSecure) = call.origin else {
            throw RequestError.unknownRoute(path: "/console")
        }
        // One that was cut is no attempt to guess.
        guard !code.isEmpty else { return ConsolePage.usedLink(.unauthorized(isWrong: false)) }
        let session: String
        do throws(RequestError) {
            session = try access.tokens.open(code: code, from: address)
        } catch {
            // What a person looks at who has opened a link twice.
            return ConsolePage.usedLink(error)
        }
        await gateway.record(.authorization, "Console opened", detail: "From \(address).")
        var headers = HTTPFields.ofEveryAnswer
        headers[.setCookie] = ConsoleSessions.cookieField(session, isSecure: isSecure)
        headers[.location] = "/"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: .seeOther, headers: headers)
    }
}

/// The console: one page, with its own script and style alone.
enum ConsolePage {
    static let html = ServedFile.console

    static var response: Response {
        var response = Response.bytes(html, type: "text/html; charset=utf-8")
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// What stands in the place of the console for a link that opens nothing any more.
    static func usedLink(_ error: RequestError) -> Response {
        var response = Response(error)
        let minutes = ConsoleSessions.codeLifetime.components.seconds / 60
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Perch</title></head>
            <body>
            <h1>This link opens nothing any more</h1>
            <p>A link opens the console once, within \(minutes) minutes, until the gateway restarts. Make a fresh one on the
            gateway's machine:</p>
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

    /// Only what stands in the page itself may run, by its digest.
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

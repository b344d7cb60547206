import Crypto
import Foundation
import HTTPTypes
import Hummingbird

extension GatewayAPI {
    /// What a browser opens. Over TCP only: a browser does not open unix sockets.
    var consoleRoutes: [Route] {
        [
            Route(.get, "/", access: .browser) { _ in ConsolePage.response },
            Route(.get, "/console", query: ["code"], access: .browser) { call in
                guard let access, case .tcp(let address, let isSecure) = call.origin else {
                    throw RequestError.unknownRoute(path: "/console")
                }
                guard let code = try call.query.text("code") else {
                    throw RequestError.invalidParameter("code", expected: "there, and it has to be")
                }
                let session = try access.tokens.open(code: code, from: address)
                var headers = HTTPFields.ofEveryAnswer
                headers[.setCookie] = ConsoleSessions.cookieField(session, isSecure: isSecure)
                headers[.location] = "/"
                headers[.referrerPolicy] = "no-referrer"
                return Response(status: .seeOther, headers: headers)
            },
        ]
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

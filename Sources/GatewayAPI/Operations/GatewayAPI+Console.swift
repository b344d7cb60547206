import Console
import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import NIOCore

/// The console for browsers. Pages are served over TCP only: browsers do not open unix sockets.
extension GatewayAPI: ConsoleOperations {
    func console(_ call: Call) async throws -> Response {
        var response = Response(ConsoleFiles.page, call)
        response.headers[.contentSecurityPolicy] = ConsolePage.policy
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    func asset(version: String, folder: String, file: String, _ call: Call) async throws -> Response {
        guard version == ConsoleFiles.version, let found = ConsoleFiles.file(folder, file) else {
            throw RequestError.unknownRoute(path: "/assets/\(version)/\(folder)/\(file)")
        }
        var response = Response(found, call)
        // The version in the path changes with any file.
        response.headers[.cacheControl] = "public, max-age=31536000, immutable"
        return response
    }

    func openConsole(code: String, _ call: Call) async throws -> Response {
        guard let access, case .tcp(let address, let isSecure) = call.origin else {
            throw RequestError.unknownRoute(path: "/console")
        }
        // An empty code comes from a truncated link and does not count as guessing.
        guard !code.isEmpty else { return ConsolePage.usedLink(.unauthorized(isWrong: false)) }
        let opened: (secret: String, session: ConsoleSessions.Session)
        do throws(RequestError) {
            opened = try access.tokens.open(code: code, from: address)
        } catch {
            // Usually a person opened the link twice, so answer with a page.
            return ConsolePage.usedLink(error)
        }
        await gateway.eventLog.record(
            .authorization, "Console opened", detail: "From \(address), role \(opened.session.role.rawValue).")
        var headers = HTTPFields.ofEveryAnswer
        headers[.setCookie] = ConsoleSessions.cookieField(
            opened.secret, for: opened.session.role, isSecure: isSecure)
        headers[.location] = "/"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: .seeOther, headers: headers)
    }

    // MARK: Sessions

    func session(_ call: Call) async throws -> SessionDescription {
        call.session?.description(isCurrent: true) ?? SessionDescription(role: .admin, isCurrent: true)
    }

    func endSession(_ call: Call) async throws {
        guard let session = call.session else { return }
        _ = access?.sessions.end(session.id)
        await gateway.till.sessionEnded(session.id)
    }

    func consoleSessions(_ call: Call) async throws -> SessionList {
        SessionList(
            sessions: (access?.sessions.list() ?? []).map { $0.description(isCurrent: $0.id == call.session?.id) })
    }

    func endConsoleSessions() async throws -> SessionsEnded {
        let ended = access?.sessions.endAll() ?? 0
        await gateway.till.sessionsEnded()
        await gateway.eventLog.record(.authorization, "Console sessions ended", detail: "\(ended) sessions.")
        return SessionsEnded(ended: ended)
    }

    func endConsoleSession(_ session: Int64) async throws {
        guard access?.sessions.end(session) == true else { throw RequestError.unknownSession(session) }
        await gateway.till.sessionEnded(session)
    }
}

extension Response {
    /// A file of the console, compressed if the client takes that.
    fileprivate init(_ file: ConsoleFile, _ call: Call) {
        let takesPacked = call.request.headers[.acceptEncoding]?.contains("gzip") ?? false
        let isPacked = takesPacked && !file.packed.isEmpty
        self = .bytes(isPacked ? file.packed : file.bytes, type: file.type)
        if isPacked { headers[.contentEncoding] = "gzip" }
        headers[.vary] = "Accept-Encoding"
    }
}

enum ConsolePage {
    /// Content security policy: scripts and styles from this gateway only, none inside the page.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
}

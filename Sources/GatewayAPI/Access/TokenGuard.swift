import Crypto
import Foundation
import NIOConcurrencyHelpers

/// Decides which clients may use the API over TCP.
final class TokenGuard: Sendable {
    /// Credentials that a request carries.
    struct Credentials: Sendable {
        /// The `Authorization` field, unchanged.
        var authorization: String?
        /// The `Cookie` field, unchanged.
        var cookies: String?
    }

    /// Credential by which a request was admitted.
    enum Pass: Sendable, Hashable {
        case token
        /// The browser sends the session cookie by itself, so the origin of the request must be
        /// checked.
        case session(ConsoleSessions.Session)

        var session: ConsoleSessions.Session? {
            if case .session(let session) = self { session } else { nil }
        }
    }

    private let tokenDigest: SHA256.Digest
    private let sessions: ConsoleSessions
    private let attempts = NIOLockedValueBox(AttemptTable())
    private let whenTooMany: @Sendable (String) -> Void

    /// - Parameter whenTooMany: Called with an address that sent too many wrong tokens, at most
    ///   once a minute for each address.
    init(token: String, sessions: ConsoleSessions, whenTooMany: @escaping @Sendable (String) -> Void = { _ in }) {
        tokenDigest = SHA256.hash(data: Data(token.utf8))
        self.whenTooMany = whenTooMany
        self.sessions = sessions
    }

    /// Admits a request or throws the reason why not. A valid token is always admitted, even after
    /// wrong tokens from the same address.
    ///
    /// - Throws: ``RequestError/unauthorized(isWrong:)``,
    ///   ``RequestError/tooManyAttempts(retryAfter:)``.
    func admit(
        _ credentials: Credentials, from address: String, at now: ContinuousClock.Instant = .now
    ) throws(RequestError) -> Pass {
        if let authorization = credentials.authorization {
            guard isToken(authorization) else { throw refusal(address, now) }
            return .token
        }
        // An expired session does not count as guessing: browsers keep sending it.
        guard let cookies = credentials.cookies, let session = sessions.session(cookies: cookies, at: now) else {
            throw .unauthorized(isWrong: false)
        }
        return .session(session)
    }

    /// Opens a session with the code of a console link.
    ///
    /// - Returns: The session's secret, and the session.
    /// - Throws: The errors of ``admit(_:from:at:)``.
    func open(
        code: String, from address: String, at now: ContinuousClock.Instant = .now
    ) throws(RequestError) -> (secret: String, session: ConsoleSessions.Session) {
        guard let opened = sessions.open(code: code, from: address, at: now) else { throw refusal(address, now) }
        return opened
    }

    private func isToken(_ authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        // Digests have the same length and are compared in constant time, so timing reveals nothing
        // about the token.
        return SHA256.hash(data: Data(parts[1].utf8)) == tokenDigest
    }

    private func refusal(_ address: String, _ now: ContinuousClock.Instant) -> RequestError {
        guard let refusal = attempts.withLockedValue({ $0.wrong(from: TokenGuard.key(address), at: now) }) else {
            return .unauthorized(isWrong: true)
        }
        if refusal.isNews { whenTooMany(address) }
        return .tooManyAttempts(retryAfter: refusal.wait)
    }

    /// Key under which an address is counted: for IPv6 its /64, all of whose addresses one machine
    /// can have.
    static func key(_ address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}

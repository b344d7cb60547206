import Crypto
import Foundation
import NIOConcurrencyHelpers

/// Tells who may use the API over TCP.
final class TokenGuard: Sendable {
    /// What a request shows for itself.
    struct Credentials: Sendable {
        /// `Authorization`, as it came.
        var authorization: String?
        /// `Cookie`, as it came.
        var cookies: String?
    }

    /// By what a request was let in.
    enum Pass: Sendable, Hashable {
        case token
        /// The browser sends it by itself, so that the request's origin has to be looked at.
        case session
    }

    private let tokenDigest: SHA256.Digest
    private let sessions: ConsoleSessions
    private let attempts = NIOLockedValueBox(AttemptTable())
    private let whenTooMany: @Sendable (String) -> Void

    /// - Parameter whenTooMany: Told of an address that has tried too often, once a minute.
    init(token: String, sessions: ConsoleSessions, whenTooMany: @escaping @Sendable (String) -> Void = { _ in }) {
        tokenDigest = SHA256.hash(data: Data(token.utf8))
        self.whenTooMany = whenTooMany
        self.sessions = sessions
    }

    /// Lets a request in, or says why not. A right token always passes, whatever came from its address before.
    ///
    /// - Throws: ``RequestError/unauthorized(isWrong:)``, ``RequestError/tooManyAttempts(retryAfter:)``.
    func admit(
        _ credentials: Credentials, from address: String, at now: ContinuousClock.Instant = .now
    ) throws(RequestError) -> Pass {
        if let authorization = credentials.authorization {
            guard isToken(authorization) else { throw refusal(address, now) }
            return .token
        }
        // A session that has ended is no attempt at guessing one: browsers go on sending it.
        guard let cookies = credentials.cookies, sessions.has(cookies: cookies, at: now) else {
            throw .unauthorized(isWrong: false)
        }
        return .session
    }

    /// Opens a session for a code of a console's link.
    ///
    /// - Returns: The session's secret.
    /// - Throws: As ``admit(_:from:at:)``.
    func open(code: String, from address: String, at now: ContinuousClock.Instant = .now) throws(RequestError) -> String
    {
        guard let session = sessions.open(code: code, at: now) else { throw refusal(address, now) }
        return session
    }

    private func isToken(_ authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        // Digests are of one length and compared in constant time, so that the time tells nothing of the token.
        return SHA256.hash(data: Data(parts[1].utf8)) == tokenDigest
    }

    private func refusal(_ address: String, _ now: ContinuousClock.Instant) -> RequestError {
        guard let refusal = attempts.withLockedValue({ $0.wrong(from: TokenGuard.key(address), at: now) }) else {
            return .unauthorized(isWrong: true)
        }
        if refusal.isNews { whenTooMany(address) }
        return .tooManyAttempts(retryAfter: refusal.wait)
    }

    /// One machine can have a whole /64 of IPv6 addresses.
    static func key(_ address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}

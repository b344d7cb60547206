import Crypto
import Foundation
import NIOConcurrencyHelpers

/// Codes that open the console once, and the sessions that they opened. Kept in memory only: a
/// restart ends all of them.
final class ConsoleSessions: Sendable {
    /// Maximum number of sessions, and of unused codes; beyond it, the oldest ends.
    static let capacity = 64
    static let codeLifetime = Duration.seconds(15 * 60)
    static let sessionLifetime = Duration.seconds(12 * 3600)
    static let cookie = "perch_session"

    private struct Secret {
        let digest: SHA256.Digest
        let until: ContinuousClock.Instant
    }

    private struct State {
        var codes: [Secret] = []
        var sessions: [Secret] = []
        /// URL of the console; nil until it is served.
        var base: String?
    }

    private let state = NIOLockedValueBox(State())

    /// Sets the URL at which the console is served.
    func serve(at base: String) { state.withLockedValue { $0.base = base } }

    /// Makes a link that opens the console once; nil if the console is not served.
    func makeLink(at now: ContinuousClock.Instant = .now) -> String? {
        guard let base = state.withLockedValue(\.base) else { return nil }
        return "\(base)/console?code=\(makeCode(at: now))"
    }

    /// Makes a code for a link.
    func makeCode(at now: ContinuousClock.Instant = .now) -> String {
        state.withLockedValue { ConsoleSessions.add(to: &$0.codes, until: now + ConsoleSessions.codeLifetime) }
    }

    /// Opens a session with a code, which is then used up. Returns nil if the code is not valid, or
    /// no longer valid.
    func open(code: String, at now: ContinuousClock.Instant = .now) -> String? {
        state.withLockedValue { state in
            guard let index = ConsoleSessions.index(of: code, in: state.codes, at: now) else { return nil }
            state.codes.remove(at: index)
            return ConsoleSessions.add(to: &state.sessions, until: now + ConsoleSessions.sessionLifetime)
        }
    }

    /// Whether a `Cookie` field contains a valid session.
    func has(cookies: String, at now: ContinuousClock.Instant = .now) -> Bool {
        let named = cookies.split(separator: ";").compactMap { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == ConsoleSessions.cookie else {
                return nil
            }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
        return state.withLockedValue { state in
            named.contains { ConsoleSessions.index(of: $0, in: state.sessions, at: now) != nil }
        }
    }

    /// The `Set-Cookie` field of a new session.
    static func cookieField(_ session: String, isSecure: Bool) -> String {
        "\(cookie)=\(session); Path=/; Max-Age=\(sessionLifetime.components.seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// Adds a secret of 32 random bytes and returns it in hexadecimal.
    private static func add(to secrets: inout [Secret], until: ContinuousClock.Instant) -> String {
        let text = SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        if secrets.count >= capacity { secrets.removeFirst() }
        secrets.append(Secret(digest: SHA256.hash(data: Data(text.utf8)), until: until))
        return text
    }

    private static func index(of text: String, in secrets: [Secret], at now: ContinuousClock.Instant) -> Int? {
        let digest = SHA256.hash(data: Data(text.utf8))
        return secrets.firstIndex { $0.digest == digest && $0.until > now }
    }
}

import Crypto
import Foundation
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers

/// Codes that open the console once, and the sessions that they opened. A restart ends all of them
/// but those of tills, which are also in a file.
final class ConsoleSessions: Sendable {
    /// Maximum number of sessions, and of unused codes; beyond it, the oldest ends.
    static let capacity = 64
    static let codeLifetime = Duration.seconds(15 * 60)
    static let sessionLifetime = Duration.seconds(12 * 3600)
    /// The longest that browsers keep a cookie (RFC 6265bis, 5.5).
    static let keptLifetime = Duration.seconds(400 * 86_400)
    static let cookie = "perch_session"

    /// A session as its requests know it.
    struct Session: Sendable, Hashable {
        /// Number, never used again.
        let id: Int64
        let role: Role
        let since: Timestamp
        /// Address from which the session was opened.
        let address: String
        fileprivate let until: ContinuousClock.Instant
    }

    private struct Code {
        let digest: SHA256.Digest
        let role: Role
        let until: ContinuousClock.Instant
    }

    fileprivate struct OpenSession {
        let digest: Data
        let session: Session
        /// What ends the session's streams, by number.
        var streams: [Int: @Sendable () -> Void] = [:]
    }

    private struct State {
        var codes: [Code] = []
        var sessions: [OpenSession] = []
        var lastID: Int64 = 0
        var lastStream = 0

        /// Place of the session that ends for a new one: the oldest, but no till's if there are
        /// others.
        var oldest: Int { sessions.firstIndex { !KeptSessions.keeps($0.session.role) } ?? 0 }
    }

    private let state = NIOLockedValueBox(State())
    private let kept: KeptSessions?
    /// Takes the error where the file cannot be read or written; the sessions then last until a
    /// restart.
    private let onFault: @Sendable (any Error) -> Void

    /// - Parameter kept: The file with the sessions of tills; nil = none outlasts this object.
    init(
        kept: KeptSessions? = nil, now: ContinuousClock.Instant = .now, timeOfDay: Timestamp = .now,
        onFault: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        (self.kept, self.onFault) = (kept, onFault)
        guard let kept else { return }
        do {
            let entries = try kept.read(at: timeOfDay)
            state.withLockedValue { state in
                state.sessions = entries.map { OpenSession($0, at: now, timeOfDay) }
                state.lastID = entries.map(\.id).max() ?? 0
            }
        } catch {
            onFault(error)
        }
    }

    /// How long a session of the role lasts.
    static func lifetime(_ role: Role) -> Duration { KeptSessions.keeps(role) ? keptLifetime : sessionLifetime }

    /// Makes a code that opens the console once.
    func makeCode(for role: Role, at now: ContinuousClock.Instant = .now) -> String {
        let (text, digest) = ConsoleSessions.secret()
        state.withLockedValue { state in
            if state.codes.count >= ConsoleSessions.capacity { state.codes.removeFirst() }
            state.codes.append(Code(digest: digest, role: role, until: now + ConsoleSessions.codeLifetime))
        }
        return text
    }

    /// Opens a session with a code, which is then used up. Returns the session's secret; nil if the
    /// code is not valid, or no longer valid.
    func open(code: String, from address: String, at now: ContinuousClock.Instant = .now) -> (
        secret: String, session: Session
    )? {
        let (text, digest) = ConsoleSessions.secret()
        let given = SHA256.hash(data: Data(code.utf8))
        let (opened, displaced) = change(at: now) { state -> (Session?, OpenSession?) in
            guard let index = state.codes.firstIndex(where: { $0.digest == given && $0.until > now }) else {
                return (nil, nil)
            }
            let role = state.codes.remove(at: index).role
            state.lastID += 1
            let session = Session(
                id: state.lastID, role: role, since: .now, address: address,
                until: now + ConsoleSessions.lifetime(role))
            let displaced =
                state.sessions.count >= ConsoleSessions.capacity ? state.sessions.remove(at: state.oldest) : nil
            state.sessions.append(OpenSession(digest: Data(digest), session: session))
            return (session, displaced)
        }
        displaced?.endStreams()
        return opened.map { (text, $0) }
    }

    /// The valid session in a `Cookie` field.
    func session(cookies: String, at now: ContinuousClock.Instant = .now) -> Session? {
        let named = cookies.split(separator: ";").compactMap { pair -> Data? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == ConsoleSessions.cookie else {
                return nil
            }
            return Data(SHA256.hash(data: Data(parts[1].trimmingCharacters(in: .whitespaces).utf8)))
        }
        return state.withLockedValue { state in
            state.sessions.first { named.contains($0.digest) && $0.session.until > now }?.session
        }
    }

    /// The sessions that are open, oldest first.
    func list(at now: ContinuousClock.Instant = .now) -> [Session] {
        state.withLockedValue { $0.sessions.map(\.session).filter { $0.until > now } }
    }

    /// Ends a session and its streams. Returns whether there was one.
    func end(_ id: Int64) -> Bool {
        let ended = change { state in
            state.sessions.firstIndex { $0.session.id == id }.map { state.sessions.remove(at: $0) }
        }
        ended?.endStreams()
        return ended != nil
    }

    /// Ends all sessions and links. Returns the number of sessions.
    func endAll(at now: ContinuousClock.Instant = .now) -> Int {
        let ended = change(at: now) { state in
            defer { (state.codes, state.sessions) = ([], []) }
            return state.sessions
        }
        for session in ended { session.endStreams() }
        return ended.count { $0.session.until > now }
    }

    /// Calls `end` once when the session ends, or at once if it has. Returns a number that
    /// ``forget(_:of:)`` takes.
    func whenEnded(_ id: Int64, _ end: @escaping @Sendable () -> Void) -> Int? {
        let number = state.withLockedValue { state -> Int? in
            guard let index = state.sessions.firstIndex(where: { $0.session.id == id }) else { return nil }
            state.lastStream += 1
            state.sessions[index].streams[state.lastStream] = end
            return state.lastStream
        }
        if number == nil { end() }
        return number
    }

    func forget(_ stream: Int, of id: Int64) {
        state.withLockedValue { state in
            guard let index = state.sessions.firstIndex(where: { $0.session.id == id }) else { return }
            state.sessions[index].streams[stream] = nil
        }
    }

    /// Changes the sessions, and writes those that are kept if they are others now.
    private func change<Value>(
        at now: ContinuousClock.Instant = .now, _ body: (inout State) -> Value
    ) -> Value {
        state.withLockedValue { state in
            let before = state.sessions.filter(\.isKept).map(\.session)
            let value = body(&state)
            let after = state.sessions.filter(\.isKept)
            guard let kept, after.map(\.session) != before else { return value }
            // Within the lock, so that the file is never older than the sessions.
            do { try kept.write(after.map { $0.entry(at: now, .now) }) } catch { onFault(error) }
            return value
        }
    }

    /// The `Set-Cookie` field of a new session.
    static func cookieField(_ secret: String, for role: Role, isSecure: Bool) -> String {
        "\(cookie)=\(secret); Path=/; Max-Age=\(lifetime(role).components.seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// A secret of 32 random bytes in hexadecimal, and its digest.
    private static func secret() -> (text: String, digest: SHA256.Digest) {
        let text = SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return (text, SHA256.hash(data: Data(text.utf8)))
    }
}

extension ConsoleSessions.OpenSession {
    fileprivate init(_ entry: KeptSessions.Entry, at now: ContinuousClock.Instant, _ timeOfDay: Timestamp) {
        digest = entry.digest
        session = ConsoleSessions.Session(
            id: entry.id, role: .till, since: Timestamp(microsecondsSince1970: entry.since), address: entry.address,
            until: now + .microseconds(entry.until - timeOfDay.microsecondsSince1970))
    }

    fileprivate var isKept: Bool { KeptSessions.keeps(session.role) }

    fileprivate func entry(at now: ContinuousClock.Instant, _ timeOfDay: Timestamp) -> KeptSessions.Entry {
        let left = Int64(session.left(at: now) / .microseconds(1))
        return KeptSessions.Entry(
            id: session.id, digest: digest, address: session.address, since: session.since.microsecondsSince1970,
            until: timeOfDay.microsecondsSince1970 + left)
    }

    fileprivate func endStreams() {
        for end in streams.values { end() }
    }
}

extension ConsoleSessions.Session {
    /// Time for which the session lasts.
    func left(at now: ContinuousClock.Instant = .now) -> Duration { until - now }

    /// Describes the session for the API.
    func description(isCurrent: Bool) -> SessionDescription {
        SessionDescription(
            id: id, role: role, since: since,
            until: Timestamp(
                microsecondsSince1970: Timestamp.now.microsecondsSince1970 + Int64(left() / .microseconds(1))),
            address: address, isCurrent: isCurrent)
    }
}

import Foundation
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct AttemptTableTests {
    private let start = ContinuousClock.now

    @Test("ten wrong tokens a minute are borne, the eleventh has to wait out the minute")
    func limit() {
        var table = AttemptTable()
        for second in 0..<10 { #expect(table.wrong(from: "a", at: start + .seconds(second)) == nil) }
        #expect(table.wrong(from: "a", at: start + .seconds(20)).map { $0 == (41, true) } == true)
        #expect(table.wrong(from: "a", at: start + .seconds(21)).map { $0 == (40, false) } == true)
        #expect(table.wrong(from: "b", at: start + .seconds(20)) == nil)
        #expect(table.wrong(from: "a", at: start + .seconds(60)) == nil)
    }

    @Test("it keeps 1,024 addresses, and forgets the one it has known longest")
    func bound() {
        var table = AttemptTable()
        for number in 0..<AttemptTable.capacity {
            for _ in 0..<10 { _ = table.wrong(from: "\(number)", at: start + .microseconds(number)) }
        }
        #expect(table.count == 1024)
        #expect(table.wrong(from: "new", at: start + .seconds(1)) == nil)
        #expect(table.count == 1024)
        #expect(table.wrong(from: "1", at: start + .seconds(1)) != nil)
        #expect(table.wrong(from: "0", at: start + .seconds(1)) == nil)
    }
}

@Suite struct TokenGuardTests {
    private let sessions = ConsoleSessions()
    private var tokens: TokenGuard { TokenGuard(token: "right", sessions: sessions) }
    private let now = ContinuousClock.now

    private func outcome(
        _ tokens: TokenGuard, _ authorization: String?, cookies: String? = nil, from address: String = "10.0.0.1",
        after: Duration = .zero
    ) -> Result<TokenGuard.Pass, RequestError> {
        do {
            return .success(
                try tokens.admit(.init(authorization: authorization, cookies: cookies), from: address, at: now + after))
        } catch {
            return .failure(error)
        }
    }

    @Test("the right token passes, whatever the case of the scheme")
    func right() {
        #expect(outcome(tokens, "Bearer right") == .success(.token))
        #expect(outcome(tokens, "bearer right") == .success(.token))
    }

    @Test(
        "anything else does not",
        arguments: ["Bearer wrong", "Bearer ", "Bearer", "right", "Basic right", "Bearer right ", ""])
    func wrong(_ authorization: String) {
        #expect(outcome(tokens, authorization) == .failure(.unauthorized(isWrong: true)))
    }

    @Test("after ten wrong tokens an address has to wait, but the right token still passes")
    func tooMany() {
        let tokens = tokens
        for _ in 0..<10 { #expect(outcome(tokens, "Bearer x") == .failure(.unauthorized(isWrong: true))) }
        #expect(outcome(tokens, "Bearer x") == .failure(.tooManyAttempts(retryAfter: 61)))
        #expect(outcome(tokens, "Bearer right") == .success(.token))
        #expect(outcome(tokens, "Bearer x", from: "10.0.0.2") == .failure(.unauthorized(isWrong: true)))
        #expect(outcome(tokens, "Bearer x", after: .seconds(61)) == .failure(.unauthorized(isWrong: true)))
    }

    @Test("no token is no attempt")
    func missing() {
        let tokens = tokens
        for _ in 0..<20 { #expect(outcome(tokens, nil) == .failure(.unauthorized(isWrong: false))) }
    }

    @Test("the addresses of one IPv6 network count as one")
    func network() {
        let tokens = tokens
        for number in 0..<10 { _ = outcome(tokens, "Bearer x", from: "2001:db8::\(number)") }
        #expect(outcome(tokens, "Bearer x", from: "2001:db8::ffff") == .failure(.tooManyAttempts(retryAfter: 61)))
        #expect(outcome(tokens, "Bearer x", from: "2001:db8:0:1::1") == .failure(.unauthorized(isWrong: true)))
    }

    @Test("a session's cookie is for no script and no other site, and over TLS for nothing but TLS")
    func cookieField() {
        let field = "perch_session=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"
        #expect(ConsoleSessions.cookieField("abc", for: .admin, isSecure: false) == field)
        #expect(ConsoleSessions.cookieField("abc", for: .crew, isSecure: true) == field + "; Secure")
        #expect(ConsoleSessions.cookieField("abc", for: .till, isSecure: false).contains("Max-Age=34560000;"))
    }

    @Test("a code opens one session, which lasts twelve hours")
    func session() throws {
        let tokens = tokens
        let code = sessions.makeCode(for: .crew, at: now)
        #expect(code.count == 64)
        let (secret, session) = try tokens.open(code: code, from: "a", at: now + .seconds(899))
        #expect(session.role == .crew && session.address == "a")
        #expect(throws: RequestError.unauthorized(isWrong: true)) { try tokens.open(code: code, from: "a", at: now) }
        let cookies = "other=1; perch_session=\(secret)"
        #expect(outcome(tokens, nil, cookies: cookies, after: .seconds(12 * 3600)) == .success(.session(session)))
        #expect(
            outcome(tokens, nil, cookies: cookies, after: .seconds(12 * 3600 + 900))
                == .failure(.unauthorized(isWrong: false)))
        #expect(outcome(tokens, nil, cookies: "perch_session=\(code)") == .failure(.unauthorized(isWrong: false)))
        // A wrong token is refused whatever the cookies are.
        #expect(outcome(tokens, "Bearer x", cookies: cookies) == .failure(.unauthorized(isWrong: true)))
    }

    @Test("a code is good for fifteen minutes, and wrong codes count as wrong tokens")
    func staleCode() {
        let tokens = tokens
        let code = sessions.makeCode(for: .admin, at: now)
        for _ in 0..<10 {
            #expect(throws: RequestError.unauthorized(isWrong: true)) {
                try tokens.open(code: code, from: "a", at: now + .seconds(900))
            }
        }
        #expect(throws: RequestError.tooManyAttempts(retryAfter: 61)) {
            try tokens.open(code: "x", from: "a", at: now + .seconds(900))
        }
    }

    @Test("there are at most 64 sessions; the oldest ends")
    func manySessions() throws {
        let opened = try (0...64).map { _ in
            try tokens.open(code: sessions.makeCode(for: .viewer, at: now), from: "a", at: now).secret
        }
        let ids = opened.map { sessions.session(cookies: "perch_session=\($0)", at: now)?.id }
        #expect(ids.first == .some(nil) && ids.dropFirst().map { $0 ?? 0 } == Array(2...65))
        #expect(sessions.list(at: now).count == 64)
    }

    @Test("an ended session is not valid, and its streams end at once")
    func endedSession() throws {
        let first = try tokens.open(code: sessions.makeCode(for: .crew, at: now), from: "a", at: now)
        let second = try tokens.open(code: sessions.makeCode(for: .admin, at: now), from: "b", at: now)
        let ended = NIOLockedValueBox<[String]>([])
        let stream = sessions.whenEnded(first.session.id) { ended.withLockedValue { $0.append("first") } }
        let other = sessions.whenEnded(first.session.id) { ended.withLockedValue { $0.append("forgotten") } }
        sessions.forget(try #require(other), of: first.session.id)
        #expect(stream != nil && sessions.end(first.session.id) && !sessions.end(first.session.id))
        #expect(ended.withLockedValue { $0 } == ["first"])
        #expect(sessions.session(cookies: "perch_session=\(first.secret)", at: now) == nil)
        #expect(sessions.session(cookies: "perch_session=\(second.secret)", at: now) == second.session)
        // A stream that begins after the end ends at once.
        #expect(sessions.whenEnded(first.session.id) { ended.withLockedValue { $0.append("late") } } == nil)
        #expect(ended.withLockedValue { $0 } == ["first", "late"])
        let unused = sessions.makeCode(for: .admin, at: now)
        #expect(sessions.endAll(at: now) == 1)
        #expect(throws: RequestError.unauthorized(isWrong: true)) { try tokens.open(code: unused, from: "a", at: now) }
    }

    @Test("a till's session outlasts the gateway, and nobody else's does")
    func keptSession() throws {
        let folder = try TemporaryFolder()
        let faults = NIOLockedValueBox(0)
        let beginning = Timestamp.now
        func start(after: Duration = .zero) -> (ConsoleSessions, TokenGuard) {
            let moment = beginning.microsecondsSince1970 + Int64(after / .microseconds(1))
            let sessions = ConsoleSessions(
                kept: KeptSessions(folder: folder.path), timeOfDay: Timestamp(microsecondsSince1970: moment)
            ) { _ in faults.withLockedValue { $0 += 1 } }
            return (sessions, TokenGuard(token: "right", sessions: sessions))
        }
        var (sessions, tokens) = start()
        let secrets = try [Role.till, .crew, .till].map {
            try tokens.open(code: sessions.makeCode(for: $0), from: "a").secret
        }
        let file = folder.path + "/console-sessions.json"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(try secrets.allSatisfy { try !String(contentsOfFile: file, encoding: .utf8).contains($0) })

        func known() -> [Int64?] { secrets.map { sessions.session(cookies: "perch_session=\($0)")?.id } }
        (sessions, tokens) = start(after: .seconds(399 * 86_400))
        #expect(known() == [1, nil, 3])
        #expect(sessions.list().map(\.role) == [.till, .till])
        // A new session takes no number of a kept one.
        #expect(try tokens.open(code: sessions.makeCode(for: .admin), from: "a").session.id == 4)
        #expect(sessions.end(1))
        (sessions, tokens) = start()
        #expect(known() == [nil, nil, 3])
        (sessions, tokens) = start(after: .seconds(400 * 86_400 + 60))
        #expect(known() == [nil, nil, nil])
        (sessions, tokens) = start()
        #expect(sessions.endAll() == 1 && !FileManager.default.fileExists(atPath: file))

        #expect(faults.withLockedValue { $0 } == 0)
        for content in ["", "[", "{}", #"[{"id":1}]"#] {
            try folder.file("console-sessions.json", content)
            (sessions, tokens) = start()
            #expect(sessions.list().isEmpty)
        }
        #expect(faults.withLockedValue { $0 } == 4)
        _ = try tokens.open(code: sessions.makeCode(for: .till), from: "a")
        #expect(start().0.list().count == 1)
    }

    @Test("a till's session does not end for newer ones while there are others")
    func tillsStay() throws {
        let till = try tokens.open(code: sessions.makeCode(for: .till, at: now), from: "a", at: now)
        for _ in 0..<64 { _ = try tokens.open(code: sessions.makeCode(for: .viewer, at: now), from: "a", at: now) }
        #expect(sessions.list(at: now).count == 64 && sessions.list(at: now).first?.id == till.session.id)
    }

    @Test(
        "each role reaches what needs it or less; a till reaches nothing of the others",
        arguments: [
            (Role.viewer, [Role.till, .viewer]), (.crew, [.till, .viewer, .crew]),
            (.admin, [.till, .viewer, .crew, .admin]), (.till, [.till]),
        ])
    func roles(_ role: Role, _ reached: [Role]) {
        #expect([Role.till, .viewer, .crew, .admin].filter(role.reaches) == reached)
    }
}

@Suite struct OriginRuleTests {
    private let rule = OriginRule(host: "127.0.0.1", isSecure: false)

    @Test(
        "on loopback only names of this machine are answered to",
        arguments: ["127.0.0.1", "127.0.0.1:8470", "localhost:1", "LocalHost", "[::1]:8470", "127.8.8.8"])
    func ownNames(_ host: String) throws { try rule.checkHost(host) }

    @Test(
        "a name that another site could own is refused",
        arguments: ["evil.example", "evil.example:8470", "127.0.0.1.evil.example", "", "[::1", "1.2.3.4", "a:b:c"])
    func otherNames(_ host: String) {
        #expect(throws: RequestError.hostNotAllowed(host)) { try rule.checkHost(host) }
    }

    @Test("no host is refused too")
    func noHost() throws {
        #expect(throws: RequestError.hostNotAllowed(nil)) { try rule.checkHost(nil) }
        #expect(throws: RequestError.hostNotAllowed(nil)) { try open.checkHost(nil) }
    }

    /// Rule of a gateway that other machines can reach.
    private let open = OriginRule(
        host: "gate.example", names: CertificateNames(names: ["yard.local", "*.yard.example"]), isSecure: true)

    @Test(
        "off loopback every address passes, and the names of host and certificate",
        arguments: [
            "gate.example", "Gate.Example:8470", "yard.local", "yard.local.:8470", "a.yard.example", "localhost:8470",
            "127.0.0.1", "192.168.1.2:8470", "[fd00::2]:8470", "[::1]",
        ])
    func openNames(_ host: String) throws { try open.checkHost(host) }

    @Test(
        "off loopback, too, a name that another site could have made lead here is refused",
        arguments: [
            "evil.example", "evil.example:8470", "yard.local.evil.example", "yard.example", "a.b.yard.example",
            ".yard.example", "192.168.1.2.evil.example", "0300.0.0.1", "[evil.example]", "",
        ])
    func foreignNames(_ host: String) {
        #expect(throws: RequestError.hostNotAllowed(host)) { try open.checkHost(host) }
    }

    @Test("a cookie counts only for the gateway's own page")
    func origins() throws {
        try rule.checkOrigin(.get, host: "localhost:1", origin: nil, fetchSite: nil)
        try rule.checkOrigin(.get, host: "localhost:1", origin: nil, fetchSite: "none")
        try rule.checkOrigin(.post, host: "localhost:1", origin: "http://localhost:1", fetchSite: "same-origin")
        for (origin, site) in [
            ("http://evil.example", nil), ("null", nil), ("https://localhost:1", nil), ("http://localhost:2", nil),
            (nil, "cross-site"), (nil, "same-site"), ("http://localhost:1", "cross-site"),
        ] as [(String?, String?)] {
            #expect(throws: RequestError.crossOrigin) {
                try rule.checkOrigin(.get, host: "localhost:1", origin: origin, fetchSite: site)
            }
        }
        #expect(throws: RequestError.crossOrigin) {
            try rule.checkOrigin(.delete, host: "localhost:1", origin: nil, fetchSite: nil)
        }
    }

    @Test(
        "what can be reached from elsewhere is told from what cannot",
        arguments: [
            ("127.0.0.1", true), ("127.255.0.3", true), ("::1", true), ("localhost", true), ("::ffff:127.0.0.1", true),
            ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("perch.local", false), ("", false),
            ("127.0.0.1.", false), ("128.0.0.1", false),
        ])
    func loopback(_ host: String, _ isLoopback: Bool) {
        #expect(Loopback.isLoopback(host) == isLoopback)
    }
}

import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct SecretTests {
    private static let token = "tok-4711-secret"

    private func texts(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("no text of a session or a login has the token")
    func descriptions() {
        for value in [someSession, PayfritSession(token: Self.token)] {
            #expect(!texts(value).contains(Self.token))
            #expect(!texts([value]).contains(Self.token))
        }
        #expect("\(someSession)" == "session for business 7")
        let login = Login(token: Self.token, user: 3, name: "Jo")
        #expect(!texts(login).contains(Self.token))
        #expect(texts(login).contains("Jo"))
        #expect(!texts(Optional(login) as Any).contains(Self.token))
    }

    @Test("a server that says the token says it in no error", arguments: ["200 OK", "400 Bad Request"])
    func echoed(status: String) async throws {
        let body = #"{"OK":false,"ERROR":"Token tok-4711-secret is not for business 7"}"#
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(body, status: status)]
        } _: { server in
            let error = await payfritError {
                _ = try await withClient(of: server) { try await $0.businesses(someSession) }
            }
            #expect(error == .refused("Token … is not for business 7"))
        }
    }

    @Test("nor the password or the one-time password")
    func passwords() async throws {
        let body = #"{"OK":false,"ERROR":"123456 is wrong"}"#
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(body)]
        } _: { server in
            let otp = await payfritError {
                _ = try await withClient(of: server) { try await $0.verifyOTP(phone: "1", password: "123456") }
            }
            #expect(otp == .refused("… is wrong"))
            let password = await payfritError {
                _ = try await withClient(of: server, .cfm) { try await $0.login(username: "a", password: "123456") }
            }
            #expect(password == .refused("… is wrong"))
        }
    }

    @Test("the token is in the header of its name alone")
    func request() async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(#"{"OK":true,"Businesses":[]}"#)]
        } _: { server in
            _ = try await withClient(of: server) { try await $0.businesses(someSession) }
            let request = try #require(server.requests.first)
            #expect(request.text.ranges(of: Self.token).count == 1)
            #expect(request.headers["x-user-token"] == Self.token)
        }
    }

    @Test("words of the server are made safe to print, and are at most 500 characters")
    func words() {
        func words(_ json: String) -> PayfritError? { PayfritAnswer.refusal(body: Array(json.utf8), secrets: []) }
        #expect(words(#"{"ERROR":"a\u001b[31m\r\nb\u202ec\u0000"}"#) == .refused("a [31m b c"))
        #expect(words(#"{"ERROR":"Tisch 4 gehört „Müller“ 🍕"}"#) == .refused("Tisch 4 gehört „Müller“ 🍕"))
        let long = String(repeating: "é", count: 501)
        #expect(words(#"{"ERROR":"\#(long)"}"#) == .refused(String(long.dropLast())))
        #expect(words(#"{"ERROR":42}"#) == .refused("42"))
        #expect(words(#"{"ERROR":"\u0007"}"#) == nil)
        #expect(words(#"{"ERROR":["a"]}"#) == nil)
        #expect(words("<html>") == nil)
    }
}

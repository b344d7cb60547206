import DevBackend
import LineFormats
import NIOConcurrencyHelpers
import Testing

@Suite("Development server: logging in")
struct LoginTests {
    @Test("the magic one-time password gives everybody a token who is known", arguments: Seed.phones)
    func magic(phone: String) async throws {
        try await BackendClient.with { client in
            let sent = try await client.post("/auth/loginOTP.php", #"{"Phone":"\#(phone)"}"#)
            #expect(sent.isOK)
            let user = try await client.loggedIn(as: phone)
            let list = try await user.post("/businesses/list.php")
            #expect(list["Businesses"].elements?.count == [3, 1, 0][Seed.phones.firstIndex(of: phone) ?? 0])
        }
    }

    @Test("an unknown number, and another one-time password, are refused in the API's own form")
    func refused() async throws {
        try await BackendClient.with { client in
            let unknown = try await client.post("/auth/loginOTP.php", #"{"Phone":"+15559999"}"#)
            #expect(unknown.status == 200 && unknown["OK"] == .bool(false) && !unknown.error.isEmpty)
            let wrong = try await client.post("/auth/verifyLoginOTP.php", #"{"Phone":"+15550100","OTP":"654321"}"#)
            #expect(wrong.status == 200 && !wrong.isOK && wrong["Token"] == .null)
        }
    }

    @Test("the older generation takes an e-mail address or a phone number", arguments: ["ADA@dev.example", "15550100"])
    func password(name: String) async throws {
        try await BackendClient.with { client in
            let right = try await client.post("/auth/login.cfm", #"{"Username":"\#(name)","Password":"123456"}"#)
            #expect(right.isOK && right["UserID"].integer == 1)
            let wrong = try await client.post("/auth/login.cfm", #"{"Username":"\#(name)","Password":"1234567"}"#)
            #expect(wrong.error == "Invalid email/phone or password")
        }
    }

    @Test("without a token, and with an unknown one, the status is 401", arguments: [nil, "no-token", ""])
    func unauthorized(token: String?) async throws {
        try await BackendClient.with { client in
            var client = client
            client.token = token
            let answer = try await client.post("/businesses/list.php")
            #expect(answer.status == 401 && answer["OK"] == .bool(false))
        }
    }

    @Test("a token is good until its time is over, and not a second longer")
    func lifetime() async throws {
        let clock = NIOLockedValueBox(Timestamp(microsecondsSince1970: 1_800_000_000_000_000))
        try await BackendClient.loggedIn {
            $0.tokenLifetime = .seconds(60)
            $0.now = { clock.withLockedValue { $0 } }
        } _: { client in
            clock.withLockedValue { $0.microsecondsSince1970 += 59_999_999 }
            let before = try await client.post("/businesses/list.php")
            #expect(before.status == 200)
            clock.withLockedValue { $0.microsecondsSince1970 += 1 }
            #expect(try await client.post("/businesses/list.php").status == 401)
            #expect(try await client.loggedIn(as: "+15550100").post("/businesses/list.php").status == 200)
        }
    }
}

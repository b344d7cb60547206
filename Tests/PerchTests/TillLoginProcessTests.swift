import DevBackend
import Foundation
import Testing

/// Logins to the club's till, as the real program.
@Suite(.timeLimit(.minutes(3))) struct TillLoginProcessTests {
    @Test("a login is kept for this user alone, until logout; PIN and token are never shown")
    func login() async throws {
        try await TillHome.with { home in
            let login = try await home.till("login", input: "tom@example.com\n02222222222\n1234\n")
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.output == home.banner + "Logged in as Tom Weber.\nBalance: 18,00 €\n")
            let file = home.folder.path("perch/till.json")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let kept = try String(contentsOfFile: file, encoding: .utf8)
            let token = try #require(kept.split(separator: "\"").first { $0.hasPrefix("eyJ") })
            let balance = try await home.till("balance", "--json")
            let said = login.output + login.errors + balance.output + balance.errors
            #expect(
                balance.status == 0 && !said.contains(token) && !said.contains("1234\n") && !kept.contains("\"1234\""))
            let result = try #require(try balance.objects().last)
            #expect(result["balance_cents"] as? Int == 1_800 && result["threshold_cents"] as? Int == 1_000)
            #expect(result["name"] as? String == "Tom Weber" && result["low_balance"] as? Bool == false)
            #expect(try await home.shown("logout") == "Logged out.\n")
            #expect(try !String(contentsOfFile: file, encoding: .utf8).contains(token))
            for verb in ["balance", "products", "logout"] {
                let refused = try await home.failure(verb)
                #expect(refused.status == 77 && refused.code == "till-not-logged-in", "\(verb)")
            }
        }
    }

    @Test("the first login sets the PIN, and the server's words are shown")
    func first() async throws {
        try await TillHome.with { home in
            let early = try await home.run(["till", "login"] + TillHome.anna, input: "9876\n")
            #expect(early.status == 77 && early.errors.contains("Für dieses Konto ist noch keine PIN gesetzt."))
            #expect(early.errors.contains("run `perch till login --first`"))
            let login = try await home.run(["till", "login", "--first"] + TillHome.anna, input: "9876\n")
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.output.contains("PIN erfolgreich gesetzt\nLogged in as Anna Schmidt.\nBalance: 25,00 €\n"))
            let again = try await home.run(["till", "login", "--first"] + TillHome.anna, input: "1111\n")
            #expect(again.status == 65 && again.errors.contains("Die PIN ist bereits gesetzt."), "\(again.errors)")
            #expect(try await home.run(["till", "login"] + TillHome.anna, input: "9876\n").status == 0)
        }
    }

    @Test("wrong PINs lock the account, which is told, and a reset opens it")
    func locked() async throws {
        try await TillHome.with { home in
            for attempt in 1...6 {
                let wrong = try await home.run(["till", "login"] + TillHome.tom, input: "0000\n")
                #expect(wrong.status == 77)
                let words = attempt < 5 ? "E-Mail, Mobilnummer oder PIN ist falsch." : "Das Konto ist gesperrt."
                #expect(wrong.errors.contains(words), "\(attempt): \(wrong.errors)")
                #expect(wrong.errors.contains(attempt < 5 ? "Check e-mail" : "run `perch till pin reset`"))
            }
            let reset = ["till", "pin", "reset"] + TillHome.tom
            let wrong = try await home.run(reset, input: "000000\n4321\n")
            #expect(wrong.status == 65 && wrong.errors.contains("Der Code ist ungültig oder abgelaufen."))
            #expect(!(wrong.output + wrong.errors).contains("4321"))
            let right = try await home.run(reset + ["--sent"], input: "123456\n4321\n")
            #expect(right.status == 0 && right.output.contains("Run `perch till login`."), "\(right.errors)")
            #expect(try await home.run(["till", "login"] + TillHome.tom, input: "4321\n").status == 0)
        }
    }

    @Test(
        "what is no PIN is not sent, and counts as no attempt",
        arguments: ["12\n", "abcd\n", "12345\n", "１２３４\n", "\n", ""])
    func noPIN(input: String) async throws {
        try await TillHome.with { home in
            let ending = try await home.run(["till", "login", "--json"] + TillHome.tom, input: input)
            #expect(ending.status == 64)
            #expect(try ending.code() == "invalid-pin")
            let login = try await home.run(["till", "login", "--json"] + TillHome.tom, input: "1234\n")
            #expect(login.status == 0)
        }
    }

    @Test("the PIN is changed with the current one")
    func change() async throws {
        try await TillHome.loggedIn { home in
            let wrong = try await home.failure("pin", "change", input: "1111\n2222\n")
            #expect(wrong.status == 65 && wrong.errors.contains("Die aktuelle PIN ist falsch."))
            let changed = try await home.till("pin", "change", input: "1234\n2222\n")
            #expect(changed.status == 0 && changed.output.hasSuffix("The PIN was changed.\n"))
            #expect(try await home.run(["till", "login"] + TillHome.tom, input: "2222\n").status == 0)
        }
    }

    @Test("at a terminal the PIN is hidden, and a new one is asked for twice")
    func hidden() async throws {
        try await TillHome.with { home in
            let login = try home.terminal("till", "login", "--first")
            #expect(await login.shows("E-mail address: "))
            #expect(login.hasEcho)
            login.type("anna@example.com\n")
            #expect(await login.shows("Mobile number: "))
            login.type("01111111111\n")
            #expect(await login.shows("New PIN (4 digits): "))
            #expect(!login.hasEcho)
            login.type("9876\n")
            #expect(await login.shows("New PIN again: "))
            login.type("9875\n")
            #expect(try await login.end() == 64)
            #expect(login.shown.contains("The two PINs differ.") && !login.shown.contains("987") && login.hasEcho)
            let plain = try home.terminal("till", "login", "--email", "tom@example.com", "--mobile", "02222222222")
            #expect(await plain.shows("PIN: "))
            #expect(!plain.hasEcho)
            plain.type("1234\n")
            #expect(try await plain.end() == 0)
            #expect(plain.shown.contains("Logged in as Tom Weber.") && !plain.shown.contains("1234"))
        }
    }
}

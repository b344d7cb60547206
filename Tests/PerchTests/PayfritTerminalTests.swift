import DevBackend
import TerminalFixtures
import Testing

/// What a person at a terminal is asked, and what each answer does.
@Suite(.timeLimit(.minutes(3))) struct PayfritTerminalTests {
    private static let uuids = (1...2).map { "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F4\($0)" }

    @Test("a login asks for phone and password, shows the one and hides the other")
    func login() async throws {
        try await PayfritHome.with { home in
            let wrong = try home.terminal("payfrit", "login")
            #expect(await wrong.shows("Phone: "))
            #expect(wrong.hasEcho)
            wrong.type("+15550101\n")
            #expect(await wrong.shows("One-time password: "))
            #expect(!wrong.hasEcho)
            wrong.type("998877\n")
            #expect(try await wrong.end() == 65)
            #expect(wrong.shown.contains("Phone: +15550101") && wrong.shown.contains("is wrong or has expired"))
            #expect(!wrong.shown.contains("998877") && wrong.hasEcho)
            let right = try home.terminal("payfrit", "login", "--phone", "+15550101")
            #expect(await right.shows("One-time password: "))
            right.type("123456\n")
            #expect(try await right.end() == 0)
            #expect(right.shown.contains("Logged in as Ben (2)."))
        }
    }

    @Test("^C where something hidden is asked ends it, and the terminal shows again what is typed")
    func interrupted() async throws {
        try await PayfritHome.with { home in
            let login = try home.terminal("payfrit", "login", "--phone", "+15550101")
            #expect(await login.shows("One-time password: "))
            #expect(!login.hasEcho)
            login.type("half\u{3}")
            #expect(try await login.end() == 130)
            #expect(login.hasEcho && !login.shown.contains("half"))
            #expect(try await home.payfrit("whoami").status == 77)
        }
    }

    @Test("with the older API the password is hidden, too")
    func password() async throws {
        try await PayfritHome.with(api: "cfm") { home in
            let login = try home.terminal("payfrit", "login")
            #expect(await login.shows("E-mail address or phone: "))
            login.type("ben@dev.example\n")
            #expect(await login.shows("Password: "))
            #expect(!login.hasEcho)
            login.type("hush-hush\n")
            #expect(try await login.end() == 65)
            #expect(login.shown.contains("Invalid email/phone or password") && !login.shown.contains("hush"))
        }
    }

    @Test(
        "what is deleted is asked for, and no is the answer that needs no key but Return",
        arguments: ["\n", "n\n", "yess\n", "\u{4}"])
    func no(answer: String) async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            #expect(try await home.payfrit("servicepoints", "assign", "Table 3", "One", "--yes").status == 0)
            let delete = try home.terminal("payfrit", "beacons", "delete", "One")
            #expect(await delete.shows("Delete 1 beacon? [y/N]: "))
            #expect(delete.shown.contains("Table 3 is left without a beacon"))
            delete.type(answer)
            #expect(try await delete.end() == 130)
            #expect(delete.shown.contains("Nothing was changed.") && delete.shown.contains("Answer y to do it."))
            #expect(try await home.table("beacons").contains("✓ One "))
        }
    }

    @Test("y deletes; a drop of a registration or a table asks likewise", arguments: ["y\n", "Yes\n"])
    func yes(answer: String) async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            let assign = try home.terminal("payfrit", "servicepoints", "assign", "Table 3", "One")
            #expect(await assign.shows("Assign it? [y/N]: "))
            assign.type(answer)
            #expect(try await assign.end() == 0)
            let delete = try home.terminal("payfrit", "beacons", "delete", "One")
            #expect(await delete.shows("[y/N]: "))
            delete.type(answer)
            #expect(try await delete.end() == 0)
            #expect(delete.shown.contains("One is deleted."))
            #expect(try await home.run(["provision", "plan", "--business", "2"]).status == 0)
            let drop = try home.terminal("payfrit", "tables", "drop", "1")
            #expect(await drop.shows("Drop it? [y/N]: "))
            drop.type(answer)
            #expect(try await drop.end() == 0)
            #expect(drop.shown.contains("dropped"))
        }
    }

    @Test(
        "events and detections are cleared after a yes alone",
        arguments: [("events", "Remove them? [y/N]: "), ("detect", "Forget them? [y/N]: ")])
    func clearing(verb: String, question: String) async throws {
        try await PayfritHome.with { home in
            let piped = try await home.run([verb, "clear", "--json"])
            #expect(piped.status == 64 && piped.errors.contains("--yes"))
            #expect(try piped.code() == "needs-yes")
            let kept = try home.terminal(verb, "clear")
            #expect(await kept.shows(question))
            kept.type("\n")
            #expect(try await kept.end() == 130)
            let cleared = try home.terminal(verb, "clear")
            #expect(await cleared.shows(question))
            cleared.type("y\n")
            #expect(try await cleared.end() == 0)
            #expect(cleared.shown.contains("0 "))
        }
    }

    @Test("a business is chosen by a beginning, and asked for by number where several fit")
    func ambiguous() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            let use = try home.terminal("payfrit", "use", "linden")
            #expect(try await use.end() == 64)
            #expect(use.shown.contains("Several businesses fit \"linden\"."))
            #expect(use.shown.contains("Lindenhof (1), Lindenhof Garden (3)"))
            let unknown = try home.terminal("payfrit", "use", "Sonne")
            #expect(try await unknown.end() == 69)
            #expect(unknown.shown.contains("There are: Lindenhof (1), Nordwind (2), Lindenhof Garden (3)."))
        }
    }

    @Test("Return takes the next table, and q or ^C ends it well", arguments: ["q\n", "\u{3}", "\u{4}"])
    func repeated(answer: String) async throws {
        try await PayfritHome.served(beacons: 3) { home, _ in
            let table = try home.terminal(
                "provision", "table", "--repeat", "--listen", "2s", "--verify-limit", "5s")
            let question = "Return = go on, q = done: "
            #expect(await table.shows(question))
            #expect(table.shown.contains("Table 5 is registered as beacon #1."))
            table.type("\n")
            #expect(await table.shows(question, times: 2))
            #expect(table.shown.contains("Table 6 is registered as beacon #2."))
            table.type(answer)
            #expect(try await table.end() == 0, "\(table.shown)")
            #expect(table.shown.contains("2 tables done."))
            #expect(try await home.backend.state().registrations.values.reduce(0, +) == 2)
        }
    }
}

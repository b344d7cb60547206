import DevBackend
import TestSupport
import Testing

/// Questions to a user at a terminal, and the effect of each answer.
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
            // After a wrong password the program asks for it again; an empty answer leads back to
            // the phone number.
            #expect(await wrong.shows("One-time password (Return for another phone number): "))
            #expect(wrong.shown.contains("Phone: +15550101") && wrong.shown.contains("is wrong or has expired"))
            wrong.type("\n")
            #expect(await wrong.shows("Phone: ", times: 2))
            wrong.type("+15550101\n")
            #expect(await wrong.shows("One-time password (Return for another phone number): ", times: 2))
            wrong.type("123456\n")
            #expect(try await wrong.end() == 0)
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

    @Test("in dev the terminal says so, in red at the login and in orange over tables, beacons and provisioning")
    func colours() async throws {
        try await PayfritHome.with { home in
            let coloured = ["TERM": "xterm-256color", "NO_COLOR": ""]
            let login = try home.terminal("payfrit", "login", "--phone", "+15550100", changes: coloured)
            #expect(await login.shows("One-time password: "))
            #expect(login.shown.contains("\u{1B}[31mDEV MODE — password: 123456"), "\(login.shown)")
            login.type("123456\n")
            #expect(try await login.end() == 0)
            for verb in [["payfrit", "tables"], ["provision", "status"], ["beacon", "list"]] {
                let program = try home.terminal(verb[0], verb[1], changes: coloured)
                #expect(try await program.end() == 0)
                #expect(program.shown.contains("\u{1B}[38;5;208mDEV — \(home.url)"), "\(verb): \(program.shown)")
                let plain = try home.terminal(verb[0], verb[1], changes: ["NO_COLOR": "1"])
                #expect(try await plain.end() == 0)
                #expect(plain.shown.contains("DEV — ") && !plain.shown.contains("\u{1B}[38"))
            }
            let piped = try await home.run(["beacon", "list", "--json"])
            #expect(piped.status == 0 && !piped.output.contains("DEV"))
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
            #expect(await login.shows("E-mail address or phone: ", times: 2))
            #expect(login.shown.contains("Invalid email/phone or password") && !login.shown.contains("hush"))
            login.type("ben@dev.example\n")
            #expect(await login.shows("Password: ", times: 2))
            login.type("123456\n")
            #expect(try await login.end() == 0)
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
            #expect(
                delete.shown.contains("Nothing was changed: you did not agree.")
                    && delete.shown.contains("Answer y to go on."))
            #expect(try await home.table("beacons").contains("✓ One "))
        }
    }

    @Test("y deletes; a drop of a registration or a table asks likewise", arguments: ["y\n", "Yes\n"])
    func yes(answer: String) async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            let assign = try home.terminal("payfrit", "servicepoints", "assign", "Table 3", "One")
            #expect(await assign.shows("Move it to \"Table 3\"? [y/N]: "))
            assign.type(answer)
            #expect(try await assign.end() == 0)
            let delete = try home.terminal("payfrit", "beacons", "delete", "One")
            #expect(await delete.shows("[y/N]: "))
            delete.type(answer)
            #expect(try await delete.end() == 0)
            #expect(delete.shown.contains("Beacon \"One\" is deleted."))
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
        arguments: [("events", "Remove them? [y/N]: "), ("detect", "Remove them? [y/N]: ")])
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
            #expect(use.shown.contains("Several businesses match \"linden\"."))
            #expect(use.shown.contains("Lindenhof (1), Lindenhof Garden (3)"))
            let unknown = try home.terminal("payfrit", "use", "Sonne")
            #expect(try await unknown.end() == 69)
            #expect(unknown.shown.contains("Your businesses: Lindenhof (1), Nordwind (2), Lindenhof Garden (3)."))
        }
    }

    @Test("five wrong passwords are enough")
    func guessing() async throws {
        try await PayfritHome.with { home in
            let login = try home.terminal("payfrit", "login", "--phone", "+15550101")
            #expect(await login.shows("One-time password: "))
            login.type("99887\n")
            for times in 1...4 {
                #expect(await login.shows("One-time password (Return for another phone number): ", times: times))
                login.type("99887\(times)\n")
            }
            #expect(try await login.end() == 65)
        }
    }

    @Test("a table is passed over, gone back to and named; what it is not is said")
    func keys() async throws {
        try await PayfritHome.served(beacons: 1) { home, _ in
            let table = try home.terminal("provision", "table", "--repeat", "--listen", "2s", "--verify-limit", "5s")
            func next(_ name: String, times: Int = 1) async -> Bool {
                await table.shows("Next: \(name). Put its beacon beside the dongle, then press Return", times: times)
            }
            #expect(await next("Table 1"))
            table.type("b\n")
            #expect(await table.shows("There is no table before Table 1."))
            #expect(await next("Table 1", times: 2))
            table.type("s\n")
            #expect(await next("Table 2"))
            table.type("Bar\n")
            #expect(await table.shows("no service point \"Bar\""))
            #expect(await next("Table 2", times: 2))
            table.type("table 4\n")
            #expect(await next("Table 4"))
            table.type("\n")
            #expect(await table.shows("Table 4 is registered as beacon #1."))
            #expect(await next("Table 2", times: 3))
            table.type("b\n")
            #expect(await next("Table 4", times: 2))
            table.type("\n")
            #expect(await table.shows("Table 4 already has beacon 48:87:2d:11:00:01."))
            table.type("n\n")
            #expect(await next("Table 4", times: 3))
            table.type("s\n")
            #expect(await next("Table 2", times: 4))
            table.type("\n")
            #expect(await table.shows("No CP28 from the factory is heard."))
            #expect(await next("Table 2", times: 5))
            table.type("q\n")
            #expect(try await table.end() == 0, "\(table.shown)")
            #expect(table.shown.contains("1 table done."))
        }
    }

    @Test("a beacon at another table is moved after a yes that names both")
    func moved() async throws {
        try await PayfritHome.served(beacons: 1) { home, _ in
            let limits = ["--listen", "2s", "--verify-limit", "5s", "--beacon", "48:87:2d:11:00:01"]
            let first = try await home.run(["provision", "table", "--service-point", "Table 1"] + limits)
            #expect(first.status == 0, "\(first.errors)")
            let piped = try await home.run(["provision", "table", "--service-point", "Table 2", "--json"] + limits)
            #expect(piped.status == 65)
            #expect(try piped.code() == "beacon-taken")
            let order = [
                "provision", "one", "--uuid", "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", "--major", "1", "--minor", "9",
                "--name", "Nine", "--beacon", "48:87:2d:11:00:01", "--json",
            ]
            #expect(try await home.run(order).code() == "beacon-taken")
            let table = try home.terminal(
                "provision", "table", "--service-point", "Table 2", "--beacon", "48:87:2d:11:00:01", "--verify-limit",
                "5s")
            #expect(await table.shows("Beacon 48:87:2d:11:00:01 is at \"Table 1\"."))
            #expect(await table.shows("Move it to \"Table 2\"? [y/N]: "))
            table.type("y\n")
            #expect(try await table.end() == 0, "\(table.shown)")
            #expect(table.shown.contains("Table 2 is registered as beacon #"))
        }
    }

    @Test("a table whose beacon was deleted gets another after a yes, and one that has a beacon after another")
    func anotherBeacon() async throws {
        try await PayfritHome.served(beacons: 3) { home, _ in
            let limits = ["--listen", "2s", "--verify-limit", "5s"]
            #expect(try await home.run(["provision", "table"] + limits).status == 0)
            #expect(try await home.payfrit("beacons", "delete", "Table 1", "--yes").status == 0)
            let table = try home.terminal("provision", "table", "--listen", "2s", "--verify-limit", "5s")
            #expect(await table.shows("already has this UUID, major and minor"))
            #expect(await table.shows("Use it for another beacon anyway? [y/N]: "))
            table.type("y\n")
            #expect(try await table.end() == 0, "\(table.shown)")
            #expect(table.shown.contains("Table 1 is registered as beacon #"))
            let third = ["provision", "table", "--service-point", "Table 1", "--beacon", "48:87:2d:11:00:03"] + limits
            let refused = try await home.run(third + ["--json"])
            #expect(try refused.status == 65 && refused.code() == "table-has-beacon", "\(refused.output)")
            #expect(try await home.run(third + ["--yes"]).status == 0)
            #expect(try await home.table("tables").contains("48:87:2d:11:00:03"))
        }
    }

    @Test("Return takes the next table, and q or ^C ends it well", arguments: ["q\n", "\u{3}", "\u{4}"])
    func repeated(answer: String) async throws {
        try await PayfritHome.served(beacons: 3) { home, _ in
            let table = try home.terminal(
                "provision", "table", "--repeat", "--listen", "2s", "--verify-limit", "5s")
            let question = "or another table's name): "
            #expect(await table.shows(question))
            #expect(table.shown.contains("Next: Table 1."))
            table.type("\n")
            #expect(await table.shows(question, times: 2))
            #expect(table.shown.contains("Table 1 is registered as beacon #1."))
            table.type("\n")
            #expect(await table.shows(question, times: 3))
            #expect(table.shown.contains("Table 2 is registered as beacon #2."))
            table.type(answer)
            #expect(try await table.end() == 0, "\(table.shown)")
            #expect(table.shown.contains("2 tables done."))
            #expect(try await home.backend.state().registrations.values.reduce(0, +) == 2)
        }
    }
}

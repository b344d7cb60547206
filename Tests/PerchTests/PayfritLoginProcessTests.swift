import DevBackend
import Foundation
import Testing

/// Login and choice of a business, as the real program.
@Suite(.timeLimit(.minutes(3))) struct PayfritLoginProcessTests {
    @Test("a one-time password logs in, is kept for this user alone, and is nowhere to be seen")
    func oneTimePassword() async throws {
        try await PayfritHome.with { home in
            let login = try await home.payfrit("login", input: "+15550101\n123456\n")
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.output.hasPrefix(home.banner) && login.output.contains("Logged in as Ben (2)."))
            #expect(login.output.hasSuffix("Business: Nordwind (2)\n"))
            // The backend sends no one-time password, and the program prints only the backend's
            // notice.
            #expect(login.errors.contains("DEV MODE — password: 123456"))
            #expect(!(login.output + login.errors).contains("Requested a one-time password"))
            let file = home.folder.path("perch/payfrit.json")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let kept = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
            let token = try #require((kept as? [String: Any])?["token"] as? String)
            let whoami = try await home.payfrit("whoami", "--json")
            #expect(whoami.status == 0 && !(whoami.output + whoami.errors + login.output).contains(token))
            #expect(try whoami.objects().first?["is_dev"] as? Bool == true)
            let text = try await home.table("whoami")
            #expect(text.hasSuffix("Business: Nordwind (2)\n") && text.hasPrefix("Ben (2), at http://"))
        }
    }

    @Test("who logs out is logged out, also for the next process")
    func logout() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("logout").status == 0)
            #expect(!FileManager.default.fileExists(atPath: home.folder.path("perch/payfrit.json")))
            let whoami = try await home.payfrit("whoami", "--json")
            #expect(whoami.status == 77)
            #expect(try whoami.code() == "not-logged-in")
            #expect(try await home.payfrit("businesses").status == 77)
        }
    }

    @Test("what is missing or wrong is told, and nobody is logged in")
    func refusals() async throws {
        try await PayfritHome.with { home in
            let wrong = try await home.payfrit("login", "--phone", "+15550100", input: "000000\n")
            #expect(wrong.status == 65 && wrong.errors.contains("The one-time password is wrong or has expired."))
            #expect(!wrong.errors.contains("000000"))
            #expect(wrong.errors.contains("Next: Run `perch payfrit login` for a new one-time password."))
            let nobody = try await home.payfrit("login", "--phone", "+19990000", input: "123456\n")
            #expect(nobody.status == 65 && nobody.errors.contains("Nobody has this phone number."))
            let empty = try await home.payfrit("login", input: "\n")
            #expect(empty.status == 64 && empty.errors.contains("Please enter the phone number."))
            let silent = try await home.payfrit("login", "--phone", "+15550100")
            #expect(silent.status == 64 && silent.errors.contains("Please enter the one-time password."))
            #expect(try await home.payfrit("login", "--username", "ada").status == 64)
            #expect(try await home.payfrit("whoami").status == 77)
        }
    }

    @Test("with the older API it takes a name and a password")
    func password() async throws {
        try await PayfritHome.with(api: "cfm") { home in
            let nameOnly = try await home.payfrit("login", input: "ada@dev.example\n")
            #expect(nameOnly.status == 64 && nameOnly.errors.contains("Please enter username and password"))
            let wrong = try await home.payfrit("login", "--username", "ada@dev.example", input: "hush-hush\n")
            #expect(wrong.status == 65 && wrong.errors.contains("Invalid email/phone or password"))
            #expect(!wrong.errors.contains("hush-hush"))
            #expect(wrong.errors.contains("Next: Check the name and the password"))
            let login = try await home.payfrit("login", input: "ada@dev.example\n123456\n")
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.errors.contains("DEV MODE — password: 123456\n"))
            #expect(login.output.contains("Choose one: `perch payfrit use NAME`."))
        }
    }

    @Test("businesses are listed and chosen by number, name or beginning; who has none is told so")
    func businesses() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            let list = try await home.table("businesses")
            #expect(list.contains("* 1  Lindenhof ") && list.contains("  2  Nordwind "))
            #expect(list.contains("Kiel"))
            #expect(try await home.table("use", "nordw") == "Business: Nordwind (2)\n")
            #expect(try await home.table("use", "3") == "Business: Lindenhof Garden (3)\n")
            #expect(try await home.table("servicepoints") == "No service points\n")
            let plan = try await home.run(["provision", "plan", "--business", "3"])
            #expect(plan.status == 0 && plan.errors.contains("0 tables are planned."), "\(plan.errors)")
            #expect(plan.errors.contains("`perch provision table` adds the next table"))
            let unknown = try await home.payfrit("use", "Sonne", "--json")
            #expect(unknown.status == 69)
            #expect(try unknown.code() == "unknown-business")
            #expect(try await home.payfrit("login", "--phone", "+15550102", input: "123456\n").status == 0)
            #expect(try await home.table("businesses") == "No businesses found\n")
            let nothing = try await home.payfrit("use", "1")
            #expect(
                nothing.status == 69 && nothing.errors.contains("Next: Your account has no business: ask to be added"))
            #expect(try await home.payfrit("beacons").status == 64)
        }
    }

    @Test("a token that the backend refuses logs the user out and says so", arguments: ["businesses", "beacons"])
    func expired(verb: String) async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            try await home.backend.add(Fault(.expireToken))
            let ending = try await home.payfrit(verb, "--json")
            #expect(ending.status == 77)
            #expect(try ending.code() == "logged-out")
            #expect(try await home.payfrit("whoami").status == 77)
        }
    }

    @Test("a URL without /api is asked about, whatever its server says of the path")
    func wrongPath() async throws {
        try await PayfritHome.with { home in
            let changes = ["PERCH_PAYFRIT_ENVIRONMENT": String(home.url.dropLast("/api".count))]
            let ending = try await home.run(
                ["payfrit", "login", "--phone", "+15550100", "--sent"], input: "123456\n", changes: changes)
            #expect(ending.status == 65 && ending.errors.contains("There is nothing at /auth/"), "\(ending.errors)")
            #expect(ending.errors.contains("does the URL of `payfrit.environment` end in /api?"))
        }
    }

    @Test("an environment that a gateway does not heed is told of, and one that says the same is not")
    func unheeded() async throws {
        try await PayfritHome.served { home, _ in
            let same = try await home.run(
                ["payfrit", "whoami"], changes: ["PERCH_PAYFRIT_ENVIRONMENT": home.url + "/"])
            #expect(same.status == 0 && same.errors.isEmpty, "\(same.errors)")
            let other = try await home.run(["payfrit", "whoami"], changes: ["PERCH_PAYFRIT_ENVIRONMENT": "prod"])
            let words = "perch: PERCH_PAYFRIT_ENVIRONMENT is prod here but has no effect: the running gateway "
            #expect(other.status == 0 && other.errors.hasPrefix(words + "uses \(home.url)."), "\(other.errors)")
            let plan = try await home.run(
                ["provision", "plan", "--business", "2"], changes: ["PERCH_PAYFRIT_ENVIRONMENT": "prod"])
            #expect(plan.status == 0 && plan.errors.contains(words))
        }
    }

    @Test("what went wrong for who has logged out is not told of the next")
    func forgotten() async throws {
        try await PayfritHome.served { home, _ in
            try await home.backend.add(Fault(.refuse, path: "/businesses/list.php", error: "Not on a Sunday."))
            #expect(try await home.payfrit("businesses").status == 65)
            #expect(try await home.payfrit("whoami").output.contains("Not on a Sunday."))
            #expect(try await home.payfrit("logout").status == 0)
            #expect(try await home.payfrit("whoami").output.contains("Not on a Sunday.") == false)
        }
    }

    @Test("whatever fails between here and there is told for what it is")
    func failures() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            try await home.backend.add(Fault(.status, path: "/businesses/list.php", times: 100))
            let failed = try await home.payfrit("businesses")
            #expect(failed.status == 75 && failed.errors.contains("HTTP 500"))
            try await home.backend.clearFaults()
            try await home.backend.add(Fault(.html, path: "/businesses/list.php", times: 100))
            let portal = try await home.payfrit("businesses")
            #expect(portal.status == 75 && portal.errors.contains("Decoding error: Non-JSON response"))
            #expect(portal.errors.contains("login page"))
            try await home.backend.clearFaults()
            try await home.backend.add(Fault(.refuse, path: "/businesses/list.php", error: "Not on a Sunday."))
            let refused = try await home.payfrit("businesses")
            #expect(refused.status == 65 && refused.errors.contains("Not on a Sunday."))
            try await home.backend.add(Fault(.cut, path: "/businesses/list.php", times: 100))
            let cut = try await home.payfrit("businesses", "--json")
            #expect(cut.status == 75)
            #expect(try cut.code() == "payfrit-unreachable")
            try await home.backend.clearFaults()
            #expect(try await home.payfrit("businesses").status == 0)
        }
    }

    @Test(
        "options that mean nothing together are refused before anything is asked",
        arguments: [
            ["payfrit", "login", "--username", "a", "--phone", "1234"], ["payfrit", "beacons", "add", "Name"],
            ["payfrit", "beacons", "edit", "1"], ["payfrit", "servicepoints", "edit", "1"],
            ["payfrit", "lookup", "nothing"], ["payfrit", "outbox", "edit", "1"],
            ["provision", "table", "--service-point", "1", "--next"], ["provision", "table", "--new"],
            ["provision", "table", "--repeat", "--beacon", "48:87:2d:11:00:01"],
            ["provision", "table", "--port", "sim", "--no-wait"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try PerchProcess(arguments).end().status == 64)
    }
}

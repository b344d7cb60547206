import DevBackend
import Foundation
import Testing

/// Lists, statistics and errors of the club's till, as the real program.
@Suite(.timeLimit(.minutes(3))) struct TillListProcessTests {
    @Test("products by category, German or not, by search, and those no longer sold")
    func products() async throws {
        try await TillHome.loggedIn { home in
            let drinks = try await home.shown("products", "--category", "getränke", "--search", "pils")
            #expect(drinks.contains("p-1") && drinks.contains("Getränke") && drinks.contains("2,50 €"))
            #expect(!drinks.contains("Chips"))
            let snacks = try await home.till("products", "--category", "SNACKS", "--json").objects()
            #expect(Set(snacks.compactMap { $0["category"] as? String }) == ["SNACKS"])
            #expect(try await home.shown("products", "--search", "bock").contains("Bockwurst"))
            #expect(try await home.shown("products", "--all", "--search", "Bockbier").contains("no longer sold"))
            #expect(try await home.shown("products", "--search", "xyz") == "No products.\n")
            let wrong = try await home.failure("products", "--category", "Toys")
            #expect(wrong.status == 64 && wrong.errors.contains("Use Getränke, Snacks, Zubehör, Mitgliedschaft."))
        }
    }

    @Test("favourites are added once, listed and removed")
    func favorites() async throws {
        try await TillHome.loggedIn { home in
            #expect(try await home.shown("favorites", "list") == "No favourites.\n")
            #expect(try await home.shown("favorites", "add", "Brezel") == "Added: Brezel\n")
            #expect(try await home.shown("favorites", "add", "Brezel") == "Brezel is a favourite already.\n")
            #expect(try await home.shown("favorites", "list").contains("Brezel"))
            let several = try await home.failure("favorites", "add", "pils")
            #expect(several.status == 64 && several.code == "several-products" && several.errors.contains("p-1"))
            #expect(try await home.failure("favorites", "remove", "Kaffee").code == "unknown-product")
            #expect(try await home.shown("favorites", "remove", "brez") == "Removed: Brezel\n")
        }
    }

    @Test("bookings, transactions, statistics and CSV")
    func history() async throws {
        try await TillHome.loggedIn { home in
            #expect(try await home.shown("bookings") == "No bookings.\n")
            #expect(try await home.shown("transactions") == "No transactions.\n")
            for order in [["p-1", "2"], ["Brezel", "1"], ["p-2", "1"]] {
                #expect(try await home.run(["till", "book", "--yes"] + order).status == 0)
            }
            try home.backend.void("b-3")
            try home.backend.deposit(cents: 1_000, to: "tom@example.com")
            #expect(try await home.till("bookings", "--json").objects().last?["bookings"] as? Int == 2)
            let all = try await home.shown("bookings", "--include-voided")
            #expect(all.contains("Cola 0,33l") && all.contains("voided"))
            let time = #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ +1 /#
            #expect(all.contains(time), "\(all)")
            #expect(try await home.shown("bookings", "--from", "9999-01-01") == "No bookings.\n")
            #expect(try await home.failure("bookings", "--from", "gestern").status == 64)
            let types = try await home.till("transactions", "--json").objects().compactMap {
                $0["transaction_type"] as? String
            }
            #expect(types == ["DEPOSIT", "REVERSAL", "DEBIT", "DEBIT", "DEBIT"])
            let debits = try await home.shown("transactions", "--type", "abbuchung")
            #expect(debits.contains("Abbuchung") && debits.contains("-5,00 €") && !debits.contains("Einzahlung"))
            #expect(
                try await home.failure("transactions", "--type", "x").errors.contains(
                    "Einzahlung, Abbuchung, Stornierung"))
            let statistics = try await home.shown("statistics")
            // The longest bar has 30 columns; the others are as long as their share of it.
            #expect(
                statistics.contains("Pils 0,5l         2  5,00 €  \(String(repeating: "█", count: 30))\n"),
                "\(statistics)")
            #expect(statistics.contains("Brezel            1  1,50 €  \(String(repeating: "█", count: 9))\n"))
            #expect(statistics.hasSuffix("Sum: 6,50 €\n"))
            #expect(try await home.shown("statistics", "--year", "1999").hasSuffix("Sum: 0,00 €\n"))
            #expect(try await home.failure("statistics", "--month", "13").status == 64)
            let csv = try await home.till("export")
            #expect(csv.status == 0)
            let rows = csv.output.split(separator: "\r\n")
            #expect(rows.first == "time,product,category,quantity,unit_price,total,status,id")
            #expect(
                rows.count == 4 && rows[1].hasSuffix(",\"Cola 0,33l\",Getränke,1,\"1,80\",\"1,80\",voided,b-3"),
                "\(csv.output)"
            )
            let same = try await home.till("export", "--csv")
            #expect(same.output == csv.output)
            let file = home.folder.path("bookings.csv")
            #expect(try await home.till("export", "--output", file).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == csv.output)
        }
    }

    @Test("at a terminal, transactions are green and red")
    func colours() async throws {
        try await TillHome.loggedIn { home in
            #expect(try await home.till("book", "p-1", "--yes").status == 0)
            try home.backend.void("b-1")
            try home.backend.deposit(cents: 1_000, to: "tom@example.com")
            let coloured = try home.terminal(
                "till", "transactions", changes: ["TERM": "xterm-256color", "NO_COLOR": ""])
            #expect(try await coloured.end() == 0)
            for text in ["\u{1B}[32mEinzahlung", "\u{1B}[32mStornierung", "\u{1B}[31mAbbuchung"] {
                #expect(coloured.shown.contains(text), "\(coloured.shown)")
            }
            let plain = try home.terminal("till", "transactions", changes: ["NO_COLOR": "1"])
            #expect(try await plain.end() == 0)
            #expect(plain.shown.contains("Einzahlung") && !plain.shown.contains("\u{1B}[32m"))
        }
    }

    @Test(
        "every status of the briefing has a sentence, an error code and an exit code",
        arguments: [
            (400, 65, "till-refused", "Grund"), (401, 77, "till-logged-out", "has expired"),
            (403, 77, "till-forbidden", "Grund"), (404, 69, "till-not-found", "Grund"),
            (409, 65, "till-refused", "Grund"), (422, 65, "till-refused", "Grund"),
            (500, 75, "till-failed", "Server-Fehler (500)"),
        ])
    func statuses(status: Int, exit: Int32, code: String, words: String) async throws {
        try await TillHome.loggedIn { home in
            try home.backend.add(Fault(.status, path: "/me", status: status, error: "Grund", times: 3))
            let ending = try await home.failure("balance")
            #expect(ending.status == exit && ending.code == code && ending.errors.contains(words), "\(ending)")
        }
    }

    @Test("an answer without what is needed, or with more, is an error, and never a booking made twice")
    func odd() async throws {
        try await TillHome.loggedIn { home in
            try home.backend.add(Fault(.bare, path: "/me"))
            let odd = try await home.failure("balance")
            #expect(
                odd.status == 76 && odd.code == "till-malformed" && odd.errors.contains("user is missing"), "\(odd)")
            try home.backend.add(Fault(.html, path: "/me", times: 3))
            #expect(try await home.failure("balance").code == "till-not-json")
            try home.backend.add(Fault(.bare, path: "/bookings"))
            let booked = try await home.till("book", "p-1", "--yes")
            #expect(booked.status == 0 && booked.output.contains("the answer was lost; your bookings have it"))
            #expect(home.backend.journal.count == 1)
        }
    }
}

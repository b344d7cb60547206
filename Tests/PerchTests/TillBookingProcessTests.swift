import DevBackend
import Foundation
import Testing

/// Carts and bookings at the club's till, as the real program.
@Suite(.timeLimit(.minutes(3))) struct TillBookingProcessTests {
    @Test("a cart is filled, shown, booked, and empty afterwards")
    func cart() async throws {
        try await TillHome.loggedIn { home in
            #expect(try await home.failure("book").code == "empty-cart")
            _ = try await home.shown("cart", "add", "pils 0,5l", "2")
            _ = try await home.shown("cart", "add", "p-2")
            _ = try await home.shown("cart", "add", "Brezel")
            _ = try await home.shown("cart", "remove", "brez")
            let cart = try await home.till("cart", "show", "--json")
            let lines = try cart.objects()
            #expect(lines.compactMap { $0["name"] as? String } == ["Pils 0,5l", "Cola 0,33l"])
            #expect(lines.last?["sum_cents"] as? Int == 680 && lines.last?["items"] as? Int == 2)
            #expect(try await home.shown("cart", "show").hasSuffix("Sum: 6,80 €\n"))
            let unsure = try await home.failure("book")
            #expect(unsure.status == 64 && unsure.code == "needs-yes")
            #expect(unsure.errors.contains("Sum 6,80 €; balance 18,00 €, afterwards 11,20 €."), "\(unsure.errors)")
            let booked = try await home.till("book", "--yes")
            #expect(booked.status == 0, "\(booked.errors)")
            #expect(booked.output.contains("2 × Pils 0,5l: booked for 5,00 €\n1 × Cola 0,33l: booked for 1,80 €\n"))
            #expect(booked.output.hasSuffix("Balance: 11,20 €\n"))
            #expect(try await home.shown("cart", "show") == "The cart is empty.\n")
            _ = try await home.shown("cart", "add", "p-1")
            #expect(try await home.shown("cart", "clear") == "The cart is empty.\n")
            #expect(home.backend.journal.map(\.totalCents) == [500, 180])
        }
    }

    @Test("a low balance is warned of at login, before and after a booking")
    func warnings() async throws {
        try await TillHome.loggedIn { home in
            #expect(try await home.shown("threshold", "17,00") == "You are warned below 17,00 €.\n")
            let fall = try await home.till("book", "p-1", "--yes")
            #expect(fall.errors == "perch: Low balance: 15,50 € is below 17,00 €.\n")
            let both = try await home.till("book", "p-1", "--yes")
            #expect(
                both.errors
                    == "perch: Low balance: 15,50 € is below 17,00 €.\nperch: Low balance: 13,00 € is below 17,00 €.\n")
            let login = try await home.run(["till", "login"] + TillHome.tom, input: "1234\n")
            #expect(login.errors == "perch: Low balance: 13,00 € is below 17,00 €.\n")
            #expect(try await home.failure("threshold", "-5").status == 64)
        }
    }

    @Test("a cart that can be booked in part is told item by item, and what is left stays in it")
    func partly() async throws {
        try await TillHome.loggedIn { home in
            for id in ["p-1", "p-36", "p-2"] { _ = try await home.shown("cart", "add", id) }
            let ending = try await home.till("book", "--yes", "--json")
            #expect(ending.status == 65)
            let outcomes = try ending.objects().compactMap { $0["outcome"] as? String }
            #expect(outcomes == ["booked", "not-booked", "booked"])
            #expect(ending.output.contains("Das Guthaben reicht nicht aus."))
            let result = try #require(try ending.objects().last)
            #expect(result["booked"] as? Int == 2 && result["not_booked"] as? Int == 1)
            #expect(try await home.shown("cart", "show").contains("Jahresbeitrag"))
        }
    }

    @Test("a price that changed is shown before the question, and booked; a product that is gone is told")
    func changed() async throws {
        try await TillHome.loggedIn { home in
            _ = try await home.shown("cart", "add", "p-1", "2")
            try home.backend.change(product: "p-1", priceCents: 300)
            let asked = try await home.failure("book")
            #expect(asked.errors.contains("perch: Pils 0,5l now costs 3,00 €, no longer 2,50 €."))
            #expect(asked.code == "needs-yes" && asked.errors.contains("Sum 6,00 €"))
            #expect(try await home.till("book", "--yes").status == 0)
            _ = try await home.shown("cart", "add", "p-2")
            try home.backend.change(product: "p-2", isActive: false)
            let gone = try await home.failure("book", "--yes")
            #expect(
                gone.status == 65 && gone.errors.contains("Das Produkt wird nicht mehr verkauft."), "\(gone.errors)")
            #expect(gone.errors.contains("perch: Cola 0,33l is no longer sold."))
            #expect(try await home.shown("cart", "show").contains("Cola 0,33l"))
            #expect(try await home.failure("book", "p-2", "--yes").code == "unknown-product")
            #expect(home.backend.journal.map(\.totalCents) == [600])
        }
    }

    @Test("quantities that cannot be booked are refused before anything is sent", arguments: ["0", "-1", "10000", "x"])
    func quantities(quantity: String) async throws {
        try await TillHome.loggedIn { home in
            for verb in [["book"], ["cart", "add"]] {
                let ending = try await home.run(["till"] + verb + ["--json", "--", "p-1", quantity])
                #expect(ending.status == 64, "\(verb) \(quantity): \(ending.errors)")
            }
            #expect(home.backend.journal.isEmpty)
        }
    }

    @Test("the server decides how far the balance may fall")
    func belowZero() async throws {
        try await TillHome.loggedIn { home in
            let below = try await home.till("book", "Vereinsshirt", "--yes")
            #expect(below.status == 0 && below.output.contains("Balance: -2,00 €"))
            let refused = try await home.failure("book", "Vereinsshirt", "--yes")
            #expect(refused.status == 65 && refused.code == "till-refused")
            #expect(refused.errors.contains("Das Guthaben reicht nicht aus."))
        }
    }

    @Test("a login that ends in the middle of a cart: the rest waits for the next login")
    func expires() async throws {
        try await TillHome.loggedIn { home in
            for id in ["p-1", "p-2"] { _ = try await home.shown("cart", "add", id) }
            try home.backend.add(Fault(.delay, path: "/bookings", delayMs: 0))
            try home.backend.add(Fault(.expireToken, path: "/bookings"))
            let ending = try await home.failure("book", "--yes")
            #expect(ending.status == 77 && ending.code == "till-logged-out")
            #expect(ending.errors.contains("The cart is kept.") && ending.errors.contains("Run `perch till login`."))
            try await home.logIn()
            #expect(try await home.shown("cart", "show").hasSuffix("Sum: 1,80 €\n"))
            #expect(home.backend.journal.map(\.product) == ["p-1"])
        }
    }

    @Test("a program that is killed in the middle of a booking: the next one finds out; another till is unknown")
    func killed() async throws {
        try await TillHome.loggedIn { home in
            func kill(_ home: TillHome) async throws {
                let before = home.backend.journal.count
                try home.backend.add(Fault(.delay, path: "/bookings", delayMs: 60_000))
                let process = try home.start(["till", "book", "p-1", "--yes"])
                while home.backend.journal.count == before { try await Task.sleep(for: .milliseconds(5)) }
                let busy = try await home.failure("book", "p-2", "--yes")
                #expect(busy.status == 75 && busy.code == "till-busy")
                process.send(9)
                _ = try await TillHome.end(of: process)
            }
            try await kill(home)
            #expect(
                try await home.till("login", "--email", "tom@example.com", "--mobile", "02222222222", input: "1234\n")
                    .errors.contains("The outcome of a booking is not known yet."))
            let found = try await home.till("book", "p-1", "--yes")
            #expect(found.status == 0 && found.output.contains("the answer was lost; your bookings have it"))
            #expect(home.backend.journal.count == 1)
            try await kill(home)
            let bar = try home.other()
            try await bar.logIn()
            #expect(try await bar.till("book", "p-1", "--yes").status == 0)
            let unknown = try await home.failure("book")
            #expect(unknown.status == 75 && unknown.code == "booking-unknown")
            #expect(
                try await home.till("book", "--json").output.contains(
                    "another till booked the same; 2 of your bookings"))
            #expect(try await home.shown("book", "--forget-unknown") == "Given up: 1 × Pils 0,5l.\n")
            #expect(try await home.till("book", "p-1", "--yes").status == 0)
        }
    }

    @Test("a server that is away: told, nothing is booked, and the cart is kept until it is back")
    func away() async throws {
        try await TillHome.loggedIn { home in
            _ = try await home.shown("cart", "add", "p-1")
            try home.backend.add(Fault(.cut, times: 1_000))
            let away = try await home.failure("book", "--yes")
            #expect(away.status == 75 && away.code == "till-unreachable")
            #expect(away.errors.contains("The cart is kept."))
            #expect(try await home.shown("cart", "show").hasSuffix("Sum: 2,50 €\n"))
            try home.backend.clearFaults()
            #expect(try await home.till("book", "--yes").status == 0)
            #expect(home.backend.journal.count == 1)
        }
    }
}

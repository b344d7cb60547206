import Testing

@testable import Drinks

@Suite("Till: answers") struct DecodingTests {
    private func answer(_ json: String, status: Int = 200) throws(DrinksError) -> DrinksAnswer {
        try DrinksAnswer(body: Array(json.utf8), path: "/me", status: status, secrets: ["1234"])
    }

    @Test(
        "a member is read from user, from data, and from data's user; numbers may be texts",
        arguments: [
            #"{"success":true,"user":{"id":7,"balanceCents":"1800","firstName":"Tom"}}"#,
            #"{"success":true,"data":{"ID":"7","BalanceCents":1800,"firstName":"Tom","more":[]}}"#,
            #"{"data":{"user":{"id":"7","balanceCents":1800.0,"firstName":"Tom","locked":0}}}"#,
        ])
    func member(json: String) throws {
        let member = try answer(json).one("user", Member.init)
        #expect(member.id == "7" && member.balance == Cents(1_800) && member.name == "Tom" && !member.isLocked)
    }

    @Test("rows that cannot be read are counted, and codes that are not known survive")
    func rows() throws {
        let rows = try answer(
            #"""
            {"success":true,"total":3,"products":[{"id":"a","name":"A","priceCents":1,"category":"TOYS"},{"id":"b"},
            {"id":"c","name":"C","priceCents":2,"active":false}]}
            """#
        ).rows("products", Product.init)
        #expect(rows.values.map(\.id) == ["a", "c"] && rows.leftOut == 1)
        #expect(rows.values[0].category.word == "TOYS" && !rows.values[1].isActive)
    }

    @Test("a refusal has code and message on one line, without the PIN")
    func refusal() {
        let json = #"{"success":false,"error":"X","message":"PIN 1234\u0007\nfalsch"}"#
        #expect(throws: DrinksError.refused(.init(status: 200, code: "X", message: "PIN … falsch"))) {
            try answer(json)
        }
        #expect(DrinksAnswer.refusal(body: Array(#"{"error":"X"}"#.utf8), status: 404, secrets: []) == nil)
    }

    @Test(
        "anything else is an error, never a crash", arguments: ["", "[]", "null", "<html>", "{", "{\"user\":3}", "{}"])
    func malformed(json: String) {
        #expect(throws: DrinksError.self) { try answer(json).one("user", Member.init) }
    }

    @Test("every cut of a good answer is an error")
    func cuts() {
        let json = Array(#"{"success":true,"user":{"id":"7","balanceCents":1800}}"#.utf8)
        for end in 0..<json.count {
            #expect(throws: DrinksError.notJSON) {
                try DrinksAnswer(body: Array(json[..<end]), path: "/me", status: 200, secrets: [])
            }
        }
    }

    @Test("the briefing's texts are word for word")
    func texts() {
        #expect(ProductCategory.all.map(\.word) == ["Getränke", "Snacks", "Zubehör", "Mitgliedschaft"])
        #expect(ProductCategory.all.map(\.rawValue) == ["DRINKS", "SNACKS", "ACCESSORIES", "MEMBERSHIP"])
        #expect(TransactionType.all.map(\.word) == ["Einzahlung", "Abbuchung", "Stornierung"])
        #expect(TransactionType.all.map(\.isRed) == [false, true, false])
        #expect(DrinksError.unauthorized.description == "Anmeldung erforderlich")
        #expect(DrinksError.http(404).description == "Client-Fehler (404)")
        #expect(DrinksError.http(500).description == "Server-Fehler (500)")
        #expect(DrinksError.http(302).description == "Unbekannter Fehler")
        #expect(DrinksEnvironment.production.base == "https://api.bcmarl-drinks.de/v1")
        #expect(DrinksEnvironment.dev.base == "http://localhost:8080/v1")
    }

    @Test("only what the server certainly refused counts as not carried out")
    func certainty() {
        let certain: [DrinksError] = [
            .untrusted("x"), .unauthorized, .badSetting("x"), .refused(.init(status: 422, code: "", message: "")),
        ]
        let uncertain: [DrinksError] = [
            .unreachable("x"), .interrupted("x"), .timedOut(.seconds(1)), .http(404), .http(500), .notJSON,
            .malformed("x"), .tooLarge(limit: 1), .cancelled,
        ]
        for error in certain { #expect(!error.mayHaveHappened, "\(error)") }
        for error in uncertain { #expect(error.mayHaveHappened, "\(error)") }
    }

    @Test("spending leaves voided bookings out, and sums by month, category and product")
    func spending() {
        func booking(_ id: String, _ product: String, _ cents: Int, _ time: String, _ status: String = "booked")
            -> Booking
        {
            Booking(
                id: id, product: product, quantity: 1, unitPrice: Cents(cents), total: Cents(cents), timestamp: time,
                status: status)
        }
        let pils = Product(id: "p", name: "Pils", icon: "", price: Cents(250), category: .drinks, isActive: true)
        let bookings = [
            booking("1", "p", 250, "2026-01-01T00:00:00Z"), booking("2", "p", 250, "2026-02-01T00:00:00Z"),
            booking("3", "x", 900, "2026-02-01T00:00:00Z"), booking("4", "p", 250, "2026-02-01T00:00:00Z", "voided"),
        ]
        let all = Spending(bookings, catalogue: ["p": pils])
        #expect(all.total == Cents(1_400))
        #expect(all.months.map(\.name) == ["2026-01", "2026-02"])
        #expect(all.categories.map(\.name) == ["?", "Getränke"])
        #expect(all.products.map(\.total) == [Cents(900), Cents(500)])
        #expect(Spending(bookings, period: "2026-01", catalogue: [:]).total == Cents(250))
    }
}

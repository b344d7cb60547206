import DevBackend
import Testing

import class GatewayTestSupport.TillClock

@testable import Drinks

@Suite("Till: endpoints of the development server", .timeLimit(.minutes(1))) struct EndpointTests {
    /// Token of a member who is logged in.
    private func token(_ rig: TillRig) async throws -> String {
        try await rig.client.login(TillRig.tom, pin: "1234").token
    }

    private func refusal(_ body: () async throws -> Void) async -> DrinksError.Refusal? {
        do { try await body() } catch DrinksError.refused(let refusal) { return refusal } catch {}
        return nil
    }

    @Test("the server answers, and has the briefing's users and 35 products or more")
    func seed() async throws {
        try await TillRig.with { rig in
            try await rig.client.health()
            let admin = try await rig.client.login(
                Credentials(email: "admin@bcmarl.de", mobile: "01234567890"), pin: "1234")
            #expect(admin.member.role == "admin" && admin.member.balance == Cents(10_000))
            try await rig.client.validate(admin.token)
            let tom = try await rig.client.login(TillRig.tom, pin: "1234")
            #expect(tom.member.balance == Cents(1_800))
            let products = try await rig.client.products(nil)
            #expect(products.values.count >= 35 && products.leftOut == 0)
            #expect(
                products.values.prefix(3).map { "\($0.name) \($0.category.rawValue) \($0.price.rawValue) \($0.icon)" }
                    == [
                        "Pils 0,5l DRINKS 250 /images/icons/beer.svg", "Cola 0,33l DRINKS 180 /images/icons/cola.svg",
                        "Chips Paprika SNACKS 150 /images/icons/chips.svg",
                    ])
            let snacks = try await rig.client.products(category: .snacks, nil)
            #expect(Set(snacks.values.map(\.category)) == [.snacks])
            #expect(try await rig.client.products(active: false, nil).values.count > products.values.count)
            #expect(try await rig.client.product("p-2", nil).name == "Cola 0,33l")
        }
    }

    @Test("the first login sets the PIN, once")
    func firstLogin() async throws {
        try await TillRig.with { rig in
            #expect(await refusal { _ = try await rig.client.login(TillRig.anna, pin: "9876") }?.code == "PIN_NOT_SET")
            let login = try await rig.client.firstLogin(TillRig.anna, pin: "9876")
            #expect(login.message == "PIN erfolgreich gesetzt" && login.member.balance == Cents(2_500))
            #expect(await refusal { _ = try await rig.client.firstLogin(TillRig.anna, pin: "1111") }?.status == 409)
            _ = try await rig.client.login(TillRig.anna, pin: "9876")
        }
    }

    @Test("five wrong PINs lock the account, and a reset opens it")
    func lock() async throws {
        try await TillRig.with { rig in
            for attempt in 1...5 {
                let status = await refusal { _ = try await rig.client.login(TillRig.tom, pin: "0000") }?.status
                #expect(status == (attempt == 5 ? 403 : 401))
            }
            #expect(await refusal { _ = try await rig.client.login(TillRig.tom, pin: "1234") }?.status == 403)
            _ = try await rig.client.requestPINReset(TillRig.tom)
            #expect(
                await refusal { try await rig.client.confirmPINReset(TillRig.tom, code: "000000", pin: "4321") }?.status
                    == 422)
            try await rig.client.confirmPINReset(TillRig.tom, code: TillBackend.resetCode, pin: "4321")
            _ = try await rig.client.login(TillRig.tom, pin: "4321")
        }
    }

    @Test("favourites: 409 for one that is there, 404 for one that is not")
    func favorites() async throws {
        try await TillRig.with { rig in
            let token = try await token(rig)
            try await rig.client.addFavorite("p-3", token)
            #expect(await refusal { try await rig.client.addFavorite("p-3", token) }?.status == 409)
            #expect(try await rig.client.favorites(token).values.map(\.name) == ["Chips Paprika"])
            try await rig.client.removeFavorite("p-3", token)
            #expect(await refusal { try await rig.client.removeFavorite("p-3", token) }?.status == 404)
            #expect(await refusal { try await rig.client.addFavorite("a/../ä?", token) }?.status == 404)
        }
    }

    @Test("bookings: balance, threshold, history, voids, and what is refused")
    func bookings() async throws {
        try await TillRig.with { rig in
            let token = try await token(rig)
            try await rig.client.setThreshold(Cents(1_600), token)
            let result = try await rig.client.book("p-1", quantity: 2, token)
            #expect(result.newBalance == Cents(1_300) && result.isBelowThreshold)
            for (product, quantity) in [("p-1", 0), ("p-1", -1), ("p-1", 10_000), ("p-38", 1), ("p-36", 1)] {
                #expect(
                    await refusal { _ = try await rig.client.book(product, quantity: quantity, token) }?.status == 422)
            }
            #expect(await refusal { _ = try await rig.client.book("gone", quantity: 1, token) }?.status == 404)
            try rig.backend.deposit(cents: 500, to: "tom@example.com")
            #expect(try await rig.client.me(token).balance == Cents(1_800))
            #expect(try await rig.client.transactions(type: .deposit, token).values.map(\.amount) == [Cents(500)])
            #expect(try await rig.client.transactions(token).values.map(\.type) == [.deposit, .debit])
            #expect(try await rig.client.bookings(from: "2026-01-05", includeVoided: false, token).values.count == 1)
            #expect(try await rig.client.bookings(from: "2026-01-06", includeVoided: false, token).values.isEmpty)
        }
    }

    @Test("the PIN is changed with the current one")
    func changePIN() async throws {
        try await TillRig.with { rig in
            let token = try await token(rig)
            #expect(await refusal { try await rig.client.changePIN(from: "1111", to: "2222", token) }?.status == 422)
            try await rig.client.changePIN(from: "1234", to: "2222", token)
            _ = try await rig.client.login(TillRig.tom, pin: "2222")
        }
    }

    @Test("a token ends after 24 h, and a forged one is none")
    func tokens() async throws {
        try await TillRig.with { rig in
            let token = try await token(rig)
            await #expect(throws: DrinksError.unauthorized) { try await rig.client.validate(token + "A") }
            rig.clock.advance(.seconds(86_399))
            try await rig.client.validate(token)
            rig.clock.advance(.seconds(1))
            await #expect(throws: DrinksError.unauthorized) { try await rig.client.validate(token) }
        }
    }

    @Test("every endpoint's lost answer is tried again where that is harmless, and only there")
    func retries() async throws {
        try await TillRig.with { rig in
            let token = try await token(rig)
            try rig.backend.add(Fault(.dropAnswer, path: "/me", times: 2))
            #expect(try await rig.client.me(token).balance == Cents(1_800))
            try rig.backend.add(Fault(.dropAnswer, path: "/bookings"))
            await #expect(throws: DrinksError.self) { _ = try await rig.client.book("p-1", quantity: 1, token) }
            #expect(rig.backend.journal.count == 1)
        }
    }
}

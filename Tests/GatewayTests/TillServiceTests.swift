import Drinks
import GatewayModel
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import DevBackend
@testable import Gateway

/// Error of the till whose answer is that of the server.
private func code(_ report: ErrorReport?) -> String? { report?.code }

@Suite("Gateway's till: logins and bookings", .timeLimit(.minutes(2))) struct TillServiceTests {
    @Test("each tablet has a login of its own; the cart is the member's, and no file has a token")
    func logins() async throws {
        try await TillServiceRig.with { rig in
            let (bar, yard) = (TillServiceRig.bar, TillServiceRig.yard)
            try await rig.logIn(bar)
            #expect(await rig.service.status(of: yard).member == nil)
            await #expect(throws: TillServiceError.notLoggedIn) { try await rig.service.cart(of: yard) }
            _ = try await rig.service.setItem("p-1", TillQuantity(quantity: 2), for: bar)
            try await rig.logIn(yard)
            #expect(try await rig.service.cart(of: yard).items.map(\.quantity) == [2])
            let files = try rig.files
            // Tokens are JSON web tokens, whose head begins like this in Base64.
            #expect(files.contains("Pils 0,5l") && !files.contains("eyJ"))
            await rig.service.logOut(bar)
            #expect(await rig.service.status(of: bar).member == nil)
            #expect(await rig.service.status(of: yard).member?.firstName == "Tom")
            await rig.service.sessionEnded(2)
            #expect(await rig.service.status(of: yard).member == nil)
        }
    }

    @Test("a login that nobody uses is dropped after 120 s; looking at the state is no use of it")
    func idle() async throws {
        try await TillServiceRig.with { rig in
            let bar = TillServiceRig.bar
            try await rig.logIn()
            rig.pass(119)
            _ = try await rig.service.cart(of: bar)
            rig.pass(119)
            #expect(await rig.service.status(of: bar).member != nil)
            rig.pass(1)
            await #expect(throws: TillServiceError.idle) { try await rig.service.cart(of: bar) }
            #expect(code(await rig.service.status(of: bar).dropped) == "idle")
            try await rig.logIn()
            #expect(await rig.service.status(of: bar).dropped == nil)
        }
    }

    @Test("a login ends after 24 h, and when the server refuses it; the cart stays")
    func expiry() async throws {
        try await TillServiceRig.with { rig in
            let bar = TillServiceRig.bar
            try await rig.logIn()
            _ = try await rig.service.setItem("p-1", TillQuantity(quantity: 1), for: bar)
            try rig.club { $0.expired = Set(0...100) }
            await #expect(throws: TillServiceError.till(.loggedOut)) {
                try await rig.service.book(TillBookingOrder(totalCents: 250), for: bar)
            }
            #expect(await rig.service.status(of: bar).dropped != nil)
            try rig.club { $0.expired = [] }
            try await rig.logIn()
            #expect(try await rig.service.cart(of: bar).items.count == 1)
            rig.time.advance(.seconds(86_400))
            await #expect(throws: TillServiceError.till(.loggedOut)) { try await rig.service.cart(of: bar) }
        }
    }

    @Test("the member agrees to the sum: a changed price is shown, and nothing is booked before")
    func prices() async throws {
        try await TillServiceRig.with { rig in
            let bar = TillServiceRig.bar
            try await rig.logIn()
            _ = try await rig.service.setItem("p-1", TillQuantity(quantity: 2), for: bar)
            try rig.club { $0.products[0].priceCents = 300 }
            await #expect(throws: TillServiceError.priceChanged(now: Cents(600))) {
                try await rig.service.book(TillBookingOrder(totalCents: 500), for: bar)
            }
            let cart = try await rig.service.cart(of: bar)
            #expect(cart.isChanged && cart.totalCents == 600 && cart.items[0].unitPriceCents == 250)
            #expect(rig.backend.journal.isEmpty)
            let report = try await rig.service.book(TillBookingOrder(totalCents: cart.totalCents), for: bar)
            #expect(report.results.map(\.outcome) == [.booked] && report.results[0].unitPriceCents == 300)
            #expect(report.status.member?.balanceCents == 1_200)

            _ = try await rig.service.setItem("p-2", TillQuantity(quantity: 1), for: bar)
            try rig.club { $0.products[1].isActive = false }
            await #expect(throws: TillServiceError.notSold("Cola 0,33l")) {
                try await rig.service.book(TillBookingOrder(totalCents: 180), for: bar)
            }
            #expect(try await rig.service.cart(of: bar).items[0].isSold == false)
        }
    }

    @Test("a server that is away: the cart is kept and shown, and nothing is booked")
    func away() async throws {
        let isAway = NIOLockedValueBox(false)
        try await TillServiceRig.with(watch: { _, _ in
            if isAway.withLockedValue({ $0 }) { throw CancellationError() }
        }) { rig in
            let bar = TillServiceRig.bar
            try await rig.logIn()
            _ = try await rig.service.setItem("p-1", TillQuantity(quantity: 2), for: bar)
            isAway.withLockedValue { $0 = true }
            let cart = try await rig.service.cart(of: bar)
            #expect(cart.items.count == 1 && cart.error != nil && cart.items[0].isSold == nil)
            await #expect(throws: TillServiceError.self) {
                try await rig.service.book(TillBookingOrder(totalCents: 500), for: bar)
            }
            isAway.withLockedValue { $0 = false }
            #expect(try await rig.service.cart(of: bar).error == nil)
            #expect(rig.backend.journal.isEmpty)
        }
    }

    @Test("two tablets with one member do not book at once")
    func rivals() async throws {
        let hold = NIOLockedValueBox<CheckedContinuation<Void, Never>?>(nil)
        try await TillServiceRig.with(watch: { path, moment in
            guard path == "/bookings", moment == .arrived else { return }
            await withCheckedContinuation { continuation in hold.withLockedValue { $0 = continuation } }
        }) { rig in
            try await rig.logIn(TillServiceRig.bar)
            try await rig.logIn(TillServiceRig.yard)
            async let first = rig.bookPils(TillServiceRig.bar)
            await eventually("the first booking is sent") { hold.withLockedValue { $0 != nil } }
            await #expect(throws: TillServiceError.till(.busy)) { try await rig.bookPils(TillServiceRig.yard) }
            hold.withLockedValue { $0.take() }?.resume()
            #expect(try await first.results.map(\.outcome) == [.booked])
            #expect(rig.backend.journal.count == 1)
        }
    }

    @Test("wrong PINs are refused from a number on, for the account and for all of them")
    func guessing() {
        var limit = LoginLimit()
        for _ in 0..<LoginLimit.accountLimit { #expect(limit.begin("tom", at: .zero).number != nil) }
        #expect(limit.begin("tom", at: .seconds(1)).wait == 600)
        // A login that was right does not count.
        let right = limit.begin("anna", at: .seconds(1)).number
        right.map { limit.accept($0) }
        for number in LoginLimit.accountLimit..<LoginLimit.limit {
            #expect(limit.begin("member \(number)", at: .seconds(2)).number != nil)
        }
        #expect(limit.begin("eve", at: .seconds(3)).number == nil)
        #expect(limit.begin("tom", at: .seconds(600)).number != nil)
        #expect(limit.isNews(at: .seconds(3)) && !limit.isNews(at: .seconds(600)))
    }

    @Test("the gateway refuses logins after too many wrong PINs, whatever the server says")
    func limited() async throws {
        try await TillServiceRig.with { rig in
            for _ in 0..<LoginLimit.accountLimit {
                await #expect(throws: TillServiceError.self) { try await rig.logIn(pin: "9999") }
            }
            await #expect(throws: TillServiceError.tooManyLogins(retryAfter: 601)) { try await rig.logIn(pin: "9999") }
            let requests = try rig.club { $0.members.first { $0.firstName == "Tom" }?.isLocked }
            #expect(requests == true)
        }
    }
}

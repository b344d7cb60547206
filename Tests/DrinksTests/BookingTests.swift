import DevBackend
import Foundation
import NIOConcurrencyHelpers
import Testing

import class GatewayTestSupport.TillClock

@testable import Drinks

@Suite("Till: bookings are never sent twice", .timeLimit(.minutes(2))) struct BookingTests {
    @Test("a confirmed booking; the cart is empty afterwards")
    func plain() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            let outcomes = try await rig.till.outcomes()
            #expect(outcomes.compactMap(\.booking?.id) == ["b-1"])
            #expect(try rig.till.current().cart.isEmpty)
            await #expect(throws: TillError.emptyCart) { try await rig.till.outcomes() }
        }
    }

    @Test("a lost answer is looked up", arguments: [Fault.Kind.dropAnswer, .cut, .html, .status])
    func lost(_ kind: Fault.Kind) async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            try rig.backend.add(Fault(kind, path: "/bookings"))
            let outcomes = try await rig.till.outcomes()
            let state = try rig.till.current()
            #expect(state.open == nil)
            if kind == .dropAnswer {
                #expect(outcomes.first?.booking?.id == "b-1" && state.cart.isEmpty)
                #expect(rig.backend.journal.count == 1)
            } else {
                #expect(outcomes == [.notBooked(nil)] && state.cart == [.pils])
                #expect(rig.backend.journal.isEmpty)
            }
        }
    }

    @Test("a refused item stays in the cart, and the others are booked")
    func partly() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            let dear = CartItem(product: "p-36", name: "Jahresbeitrag", quantity: 1, unitPrice: Cents(15_000))
            let cart = [.pils, dear, CartItem(product: "p-2", name: "Cola", quantity: 2, unitPrice: Cents(180))]
            _ = try rig.till.changeCart { $0 = cart }
            let outcomes = try await rig.till.outcomes()
            #expect(outcomes.map { $0.booking != nil } == [true, false, true])
            #expect(try rig.till.current().cart == [dear])
        }
    }

    @Test("a server that is away leaves the outcome unknown, until it is back")
    func away() async throws {
        let isAway = NIOLockedValueBox(false)
        try await TillRig.with(watch: { path, moment in
            if path == "/bookings", moment == .carriedOut {
                isAway.withLockedValue { $0 = true }
                throw CancellationError()
            }
            if isAway.withLockedValue({ $0 }) { throw CancellationError() }
        }) { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            let outcomes = try await rig.till.outcomes()
            guard case .unknown(.unreachable) = outcomes.first else {
                Issue.record("\(outcomes)")
                return
            }
            await #expect(throws: TillError.self) { try await rig.till.outcomes(.pils) }
            isAway.withLockedValue { $0 = false }
            #expect(try await rig.till.settle()?.1.booking?.id == "b-1")
            #expect(try await rig.till.settle() == nil)
            #expect(rig.backend.journal.count == 1)
        }
    }

    @Test("a request that arrives late is found, not repeated")
    func late() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let arrival = AsyncStream.makeStream(of: Void.self)
        let lookups = NIOLockedValueBox(0)
        try await TillRig.with(watch: { path, moment in
            if path == "/bookings", moment == .arrived {
                arrival.continuation.yield()
                for await _ in gate.stream { break }
            }
            if path == "/me/bookings", moment == .carriedOut,
                lookups.withLockedValue({
                    $0 += 1; return $0
                }) == 3
            {
                gate.continuation.yield()
            }
        }) { rig in
            try await rig.logIn()
            let first = Task { try await rig.till.outcomes(.pils) }
            for await _ in arrival.stream { break }
            // The process ends here: what it saved is all that the next one has.
            let next = try rig.otherTill("next")
            try FileManager.default.copyItem(atPath: rig.till.file.path, toPath: next.file.path)
            let outcome = try await next.settle()?.1
            first.cancel()
            _ = try? await first.value
            #expect(outcome?.booking?.id == "b-1")
            #expect(rig.backend.journal.count == 1)
        }
    }

    @Test(
        "a clock that is wrong by days makes no statement untrue", arguments: [-10, -1, 1, 10],
        [Fault.Kind.dropAnswer, .cut])
    func wrongClock(days: Int, kind: Fault.Kind) async throws {
        try await TillRig.with(serverAhead: { .seconds(days * 86_400) }) { rig in
            try await rig.logIn()
            try rig.backend.add(Fault(kind, path: "/bookings"))
            let outcome = try await rig.till.outcomes(.pils).first
            #expect(outcome?.booking?.id == rig.backend.journal.first?.id)
            #expect(rig.backend.journal.count == (kind == .dropAnswer ? 1 : 0))
        }
    }

    @Test("a clock that is set after a kill does not end the wait for a request early")
    func clockSet() async throws {
        let ahead = NIOLockedValueBox(Duration.zero)
        let gate = AsyncStream.makeStream(of: Void.self)
        let arrival = AsyncStream.makeStream(of: Void.self)
        try await TillRig.with(
            serverAhead: { ahead.withLockedValue { $0 } },
            watch: { path, moment in
                guard path == "/bookings", moment == .arrived else { return }
                arrival.continuation.yield()
                for await _ in gate.stream { break }
            }
        ) { rig in
            try await rig.logIn()
            let first = Task { try await rig.till.outcomes(.pils) }
            for await _ in arrival.stream { break }
            // The process ends here, and this machine's clock is set to an hour later.
            let next = try rig.otherTill("next")
            try FileManager.default.copyItem(atPath: rig.till.file.path, toPath: next.file.path)
            rig.clock.advance(.seconds(3_600))
            ahead.withLockedValue { $0 = .seconds(-3_600) }
            #expect(try await next.settle(waits: false)?.1 == .unknown(.tooEarly))
            gate.continuation.finish()
            first.cancel()
            _ = try? await first.value
        }
    }

    @Test("two tills that book the same at once: the lost one stays unknown, and is told so")
    func rivals() async throws {
        let rival = NIOLockedValueBox<(@Sendable () async throws -> Void)?>(nil)
        try await TillRig.with(watch: { path, moment in
            guard path == "/bookings", moment == .carriedOut,
                let book = rival.withLockedValue({ rival in
                    defer { rival = nil }
                    return rival
                })
            else { return }
            try await book()
            throw CancellationError()
        }) { rig in
            try await rig.logIn()
            let other = try rig.otherTill("bar")
            _ = try await other.logIn(TillRig.tom, pin: "1234", isFirst: false)
            rival.withLockedValue {
                $0 = {
                    let outcomes = try await other.outcomes(.pils)
                    #expect(outcomes.first?.booking != nil)
                }
            }
            #expect(try await rig.till.outcomes(.pils) == [.unknown(.otherTill(2))])
            #expect(rig.backend.journal.count == 2)
            #expect(try await rig.till.settle()?.1 == .unknown(.otherTill(2)))
            #expect(try rig.till.forgetOpenBooking() != nil)
            #expect(try await rig.till.outcomes(.pils).first?.booking != nil)
        }
    }

    @Test("a login that expires in the middle of a cart: the rest stays in the cart")
    func expires() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            let cola = CartItem(product: "p-2", name: "Cola", quantity: 1, unitPrice: Cents(180))
            _ = try rig.till.changeCart { $0 = [.pils, cola] }
            try rig.backend.add(Fault(.delay, path: "/bookings", delayMs: 0))
            try rig.backend.add(Fault(.expireToken, path: "/bookings"))
            await #expect(throws: TillError.loggedOut) { try await rig.till.outcomes() }
            #expect(throws: TillError.notLoggedIn) { try rig.till.current() }
            #expect(rig.backend.journal.map(\.product) == ["p-1"])
            try await rig.logIn()
            #expect(try rig.till.current().cart == [cola])
            #expect(try rig.till.current().open == nil)
        }
    }
}

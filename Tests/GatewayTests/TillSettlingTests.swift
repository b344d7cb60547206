import Drinks
import GatewayModel
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import DevBackend
@testable import Gateway

@Suite("Gateway's till: open bookings and notices", .timeLimit(.minutes(2))) struct TillSettlingTests {
    /// Answers of bookings are lost, and the member's bookings cannot be asked for, while it is true.
    private let isAway = NIOLockedValueBox(false)

    private func with(_ body: @escaping @Sendable (TillServiceRig) async throws -> Void) async throws {
        let isAway = isAway
        try await TillServiceRig.with(
            watch: { path, moment in
                if path == "/bookings", moment == .carriedOut { isAway.withLockedValue { $0 = true } }
                if isAway.withLockedValue({ $0 }), path != "/products" { throw CancellationError() }
            }, body)
    }

    @Test("a booking whose answer is lost is looked up after the member's logout, told, and never repeated")
    func lost() async throws {
        try await with { rig in
            let bar = TillServiceRig.bar
            try await rig.running {
                try await rig.logIn()
                let report = try await rig.bookPils()
                #expect(report.results.map(\.outcome) == [.unknown])
                #expect(report.status.openBooking?.product == "p-1")
                #expect(await rig.service.unsettled.count == 1)
                await #expect(throws: TillServiceError.self) { try await rig.bookPils() }
                await rig.service.logOut(bar)
                for lookups in 1...3 {
                    await eventually("lookup \(lookups) is over") {
                        rig.pass(1)
                        return await rig.service.unsettled.values.first.map { $0.lookups >= lookups } ?? false
                    }
                }
                isAway.withLockedValue { $0 = false }
                await eventually("the outcome is known") {
                    rig.pass(1)
                    return await rig.service.unsettled.isEmpty
                }
                await eventually("the outcome is told") { rig.told.contains { $0.type == "tillBooking" } }
                #expect(rig.told.first { $0.type == "tillBooking" }?.title == "Booking found")
                try await rig.logIn()
                let status = await rig.service.status(of: bar)
                #expect(status.openBooking == nil && status.settled?.outcome == .found)
                #expect(rig.backend.journal.count == 1)
            }
        }
    }

    @Test("a booking whose answer alone is lost is found at once, with the new balance")
    func found() async throws {
        try await TillServiceRig.with(watch: { path, moment in
            if path == "/bookings", moment == .carriedOut { throw CancellationError() }
        }) { rig in
            try await rig.logIn()
            let report = try await rig.bookPils()
            #expect(report.results.map(\.outcome) == [.found])
            #expect(report.status.member?.balanceCents == 1_550)
        }
    }

    @Test("a booking that never arrived is not booked, as soon as the server cannot carry it out any more")
    func neverArrived() async throws {
        let isCut = NIOLockedValueBox(true)
        try await TillServiceRig.with(watch: { path, moment in
            guard path == "/bookings", moment == .arrived else { return }
            if isCut.withLockedValue({ isCut in
                defer { isCut = false }; return isCut
            }) {
                throw CancellationError()
            }
        }) { rig in
            try await rig.running {
                try await rig.logIn()
                let begin = rig.clock.clock.now()
                #expect(try await rig.bookPils().results.map(\.outcome) == [.unknown])
                await eventually("the outcome is known") {
                    guard let open = await rig.service.unsettled.values.first else { return true }
                    if open.due > rig.clock.clock.now() { rig.pass(1) }
                    return false
                }
                #expect(rig.clock.clock.now() - begin <= .seconds(63))
                #expect(rig.told.map(\.title) == ["Not booked"])
                #expect(try await rig.bookPils().results.map(\.outcome) == [.booked])
                #expect(rig.backend.journal.count == 1)
            }
        }
    }

    @Test("an open booking outlives the gateway, and is looked up at the next login")
    func killed() async throws {
        try await with { rig in
            try await rig.logIn()
            #expect(try await rig.bookPils().results.map(\.outcome) == [.unknown])
            isAway.withLockedValue { $0 = false }
            // The first gateway is given up with all that it has in memory.
            try await rig.another { next in
                try await next.logIn()
                #expect(await next.service.status(of: TillServiceRig.bar).openBooking?.product == "p-1")
                await #expect(throws: TillServiceError.self) { try await next.bookPils() }
                let settled = try await next.service.settleNow(TillServiceRig.bar)
                #expect(settled.results.map(\.outcome) == [.found] && settled.status.openBooking == nil)
                #expect(settled.status.member?.balanceCents == 1_550)
                #expect(rig.backend.journal.count == 1)
            }
        }
    }

    @Test("a booking that cannot be known is given up by the member")
    func forgotten() async throws {
        try await with { rig in
            try await rig.logIn()
            _ = try await rig.bookPils()
            try await rig.service.forgetOpenBooking(TillServiceRig.bar)
            #expect(await rig.service.status(of: TillServiceRig.bar).openBooking == nil)
            isAway.withLockedValue { $0 = false }
            #expect(try await rig.bookPils().status.openBooking != nil)
        }
    }

    @Test("balances are followed; a low one is told once")
    func balances() async throws {
        try await TillServiceRig.with { rig in
            try await rig.running {
                let bar = TillServiceRig.bar
                try await rig.logIn()
                #expect(rig.told.isEmpty)
                try rig.club { club in
                    for index in club.members.indices { club.members[index].balanceCents = 420 }
                }
                await eventually("the balance is asked for") {
                    // Keeps the login in use.
                    rig.clock.advance(by: .seconds(60))
                    _ = try? await rig.service.clearCart(for: bar)
                    return await rig.service.status(of: bar).member?.balanceCents == 420
                }
                await eventually("it is told") { !rig.told.isEmpty }
                _ = try await rig.bookPils()
                #expect(rig.told.map(\.type) == ["tillLowBalance"])
                #expect(rig.told.map(\.reason) == ["Tom: 4,20 € is below 10,00 €."])
            }
        }
    }
}

import Drinks
import GatewayModel
import TestSupport
import Testing

@testable import DevBackend
@testable import Gateway

@Suite("Gateway's till: badges", .timeLimit(.minutes(2))) struct TillBadgeTests {
    private let bar = TillServiceRig.bar
    private let yard = TillServiceRig.yard

    /// A badge with the beacon that ``BeaconRig/hear(_:uuid:rssi:dongle:)`` sends.
    private func badge(stays: Bool = true, asksPIN: Bool? = nil, above cents: Int? = nil) -> TillBadgeOrder {
        TillBadgeOrder(
            uuid: BeaconRig.uuid, major: 1, minor: 7, stays: stays, asksPIN: asksPIN, pinAboveCents: cents)
    }

    /// Runs `body` after Tom has bound a badge and logged out.
    private func with(
        _ order: TillBadgeOrder, _ body: @escaping @Sendable (TillServiceRig) async throws -> Void
    ) async throws {
        try await TillServiceRig.with { rig in
            try await rig.beacons.run {
                try await rig.logIn()
                _ = try await rig.service.bind(order, for: TillServiceRig.bar)
                await rig.service.logOut(TillServiceRig.bar)
                try await body(rig)
            }
        }
    }

    private func open(_ rig: TillServiceRig) async throws -> TillStatus {
        try await rig.beacons.hear(7)
        let near = try #require(await rig.service.status(of: bar).near?.first)
        #expect(near.name == "Tom")
        return try await rig.service.logIn(TillBadgeLogin(id: near.id), by: bar)
    }

    @Test("a badge that is near opens a login that stays; a booking asks for the PIN")
    func opens() async throws {
        try await with(badge()) { rig in
            #expect(await rig.service.status(of: bar).near?.isEmpty == true)
            await #expect(throws: TillServiceError.badgeAway) {
                try await rig.service.logIn(TillBadgeLogin(id: 1), by: bar)
            }
            let status = try await open(rig)
            #expect(status.member?.byBadge == true && status.member?.pinAboveCents == 0 && status.near == nil)
            await #expect(throws: TillServiceError.pinNeeded) { try await rig.bookPils() }
            await #expect(throws: TillServiceError.self) { try await rig.bookPils(pin: "9999") }
            #expect(rig.backend.journal.isEmpty)
            await #expect(throws: TillServiceError.pinNeeded) {
                try await rig.service.setThreshold(TillThreshold(thresholdCents: 1), for: bar)
            }
            await #expect(throws: TillServiceError.pinNeeded) {
                try await rig.service.bind(badge(asksPIN: false), for: bar)
            }
            let report = try await rig.bookPils(pin: "1234")
            #expect(report.results.map(\.outcome) == [.booked] && report.status.member?.byBadge == false)
            #expect(try !rig.files.contains("eyJ"))
        }
    }

    @Test("the PIN is asked for above the member's limit, or not at all")
    func limits() async throws {
        try await with(badge(above: 250)) { rig in
            _ = try await open(rig)
            #expect(try await rig.bookPils().results.map(\.outcome) == [.booked])
            await #expect(throws: TillServiceError.pinNeeded) {
                try await rig.service.book(TillBookingOrder(product: "p-1", quantity: 2, totalCents: 500), for: bar)
            }
        }
        try await with(badge(asksPIN: false)) { rig in
            let status = try await open(rig)
            #expect(status.member?.byBadge == true && status.member?.pinAboveCents == nil)
            let order = TillBookingOrder(product: "p-1", quantity: 4, totalCents: 1_000)
            #expect(try await rig.service.book(order, for: bar).results.map(\.outcome) == [.booked])
        }
    }

    @Test("without a login that stays, a badge shows the name alone; likewise after a restart")
    func closed() async throws {
        try await with(badge(stays: false)) { rig in
            await #expect(throws: TillServiceError.badgeClosed) { _ = try await open(rig) }
        }
        try await with(badge()) { rig in
            try await rig.another { next in
                try await next.beacons.run {
                    _ = try await next.beacons.service.addRegion(
                        RegionDefinition(name: "badge-88C8B012-1-7", uuid: BeaconRig.uuid, major: 1, minor: 7))
                    try await next.beacons.hear(7)
                    #expect(await next.service.status(of: bar).near?.map(\.opens) == [false])
                }
            }
        }
    }

    @Test("a badge belongs to one member; unbinding removes its region and the login that stays")
    func binding() async throws {
        try await with(badge()) { rig in
            _ = try await rig.service.logIn(
                TillLoginOrder(email: "anna@example.com", mobile: "01111111111", pin: "4321", first: true), by: yard)
            await #expect(throws: TillServiceError.badgeTaken("badge-88C8B012-1-7")) {
                try await rig.service.bind(badge(), for: yard)
            }
            await #expect(throws: TillServiceError.incompleteBadge) {
                try await rig.service.bind(TillBadgeOrder(uuid: BeaconRig.uuid, major: 1), for: yard)
            }
            _ = try await rig.beacons.service.addRegion(RegionDefinition(name: "ring", uuid: BeaconRig.uuid, major: 1))
            try await rig.beacons.hear(8)
            #expect(try await rig.service.badgeChoices(for: yard).regions == ["ring"])
            #expect(try await rig.service.bind(TillBadgeOrder(region: "ring"), for: yard).region == "ring")

            _ = try await open(rig)
            try await rig.service.unbind(for: bar)
            #expect(await rig.service.staying.isEmpty)
            #expect(try await rig.beacons.service.regionList().map(\.definition.name) == ["ring"])
        }
    }

    @Test("a login that stays is dropped once the server refuses it")
    func refused() async throws {
        try await with(badge()) { rig in
            try rig.club { $0.expired = Set(0...100) }
            await #expect(throws: TillServiceError.till(.loggedOut)) { _ = try await open(rig) }
            let near = await rig.service.status(of: bar).near
            #expect(near?.map(\.opens) == [false])
        }
    }
}

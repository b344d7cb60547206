import Advertising
import TestSupport
import GatewayModel
import Payfrit
import Store
import Testing

@testable import Gateway

/// Conditions that hold registrations back, and conditions that release them.
@Suite(.timeLimit(.minutes(2))) struct PayfritHoldTests {
    private static let marl = Business(id: 3, name: "Marl Bar")
    private static let pub = Business(id: 4, name: "Pub")

    @Test("what a user has queued is not sent with the login of one who is not of its business")
    func otherUser() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        try await rig.service.account.logout()
        rig.server.change { ($0.user, $0.businesses) = ("Lee", [Self.pub]) }
        try await rig.logIn()
        try await rig.delivering {
            try await eventually("it is held") { try await rig.service.status().registrations.held == .otherUser }
            #expect(rig.server.state.count(of: "registerHardware") == 0)
            #expect(try await rig.store.outbox.find(1)?.attempts == 0)
            try await rig.service.account.logout()
            rig.server.change { ($0.user, $0.businesses) = ("Kim", [Self.marl, Self.pub]) }
            try await rig.logIn()
            try await eventually("it is delivered") { try await rig.table(table.id).state == .registered }
        }
        #expect(try await rig.service.status().registrations.held == nil)
    }

    @Test("what waits for another user holds up only what is about the same beacon")
    func passesOthers() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let theirs = try await rig.queued(1)
        try await rig.service.account.logout()
        rig.server.change { ($0.user, $0.businesses) = ("Lee", [Self.pub]) }
        try await rig.logIn()
        let same = try await rig.queued(2, business: 4, address: PayfritRig.address(1))
        let ours = try await rig.queued(3, business: 4)
        try await rig.delivering {
            try await eventually("ours is delivered") { try await rig.table(ours.id).state == .registered }
            try await eventually("the rest is held") {
                try await rig.service.status().registrations.held == .otherUser
            }
            let next = try await rig.queued(4, business: 4)
            let isHeld = try await rig.service.status().registrations.held == .otherUser
            // If registrations are held again, this one is delivered already.
            #expect(try await rig.table(next.id).state == .registered || !isHeld)
            try await eventually("so is the next") { try await rig.table(next.id).state == .registered }
        }
        #expect(try await rig.table(theirs.id).state == .queued)
        #expect(try await rig.table(same.id).state == .queued)
        #expect(
            rig.server.state.log.filter { $0.hasPrefix("registerHardware") } == [
                "registerHardware 3", "registerHardware 4",
            ])
    }

    @Test("however many wait for another user, ours is found behind them")
    func passesMany() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...203 { try await rig.queued(minor) }
        try await rig.service.account.logout()
        rig.server.change { ($0.user, $0.businesses) = ("Lee", [Self.pub]) }
        try await rig.logIn()
        let ours = try await rig.queued(300, business: 4)
        try await rig.delivering {
            try await eventually("ours is delivered") { try await rig.table(ours.id).state == .registered }
        }
        #expect(rig.server.state.registered == 1)
    }

    @Test("what waits for its next attempt is tried at once where somebody asks for it")
    func hastened() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...2 { try await rig.queued(minor) }
        rig.server.change { $0.outage = .unreachable("no route") }
        try await rig.delivering {
            await rig.passUntil { try await rig.store.outbox.find(1)?.attempts ?? 0 >= 8 }
            rig.server.change { $0.outage = nil }
            // The clock stands still from here on.
            try await rig.service.registrations.deliverNow()
            try await eventually("both are delivered") {
                try await rig.service.status().registrations.waiting == 0
            }
        }
        #expect(rig.server.state.registered == 2)
    }

    @Test("a registration says what keeps it: a login, another backend, or the one before it")
    func kept() async throws {
        let rig = try PayfritRig()
        func kept() async throws -> [String] {
            try await rig.service.registrations.list(after: 0, limit: 10).registrations.map {
                $0.held?.rawValue ?? $0.behind.map { "behind \($0)" } ?? "its turn"
            }
        }
        for minor in 1...2 { try await rig.queued(minor) }
        try await rig.queued(3, base: "https://elsewhere.example/api")
        #expect(try await kept() == ["logged-out", "logged-out", "other-backend"])
        try await rig.logIn()
        #expect(try await kept() == ["its turn", "behind 1", "other-backend"])
        rig.server.change { $0.outage = .unreachable("no route") }
        try await rig.delivering {
            try await eventually("it has failed") { try await rig.store.outbox.find(1)?.attempts == 1 }
            #expect(try await kept() == ["its turn", "behind 1", "other-backend"])
            try await rig.service.account.logout()
            // The status is correct even before the lane has noticed the logout.
            let queue = try await rig.service.status().registrations
            #expect(queue.held == .loggedOut && queue.nextAttempt == nil)
            #expect(try await kept() == ["logged-out", "logged-out", "other-backend"])
            rig.server.change { ($0.user, $0.businesses, $0.outage) = ("Lee", [Self.pub], nil) }
            try await rig.logIn()
            try await rig.service.registrations.deliverNow()
            try await eventually("it is held") { try await rig.service.status().registrations.held == .otherUser }
            try await eventually("each says why") {
                try await kept() == ["other-user", "other-user", "other-backend"]
            }
        }
    }

    @Test("what went wrong is forgotten with the login")
    func forgotten() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        rig.server.change { $0.outage = .unreachable("no route") }
        _ = try? await rig.service.account.businesses()
        #expect(try await rig.service.status().lastError != nil)
        try await rig.service.account.logout()
        #expect(try await rig.service.status().lastError == nil)
    }

    @Test("a gateway that is lent for a change of the outbox sends nothing meanwhile")
    func withoutDelivery() async throws {
        let rig = try PayfritRig(delivers: false)
        try await rig.logIn()
        let left = try await rig.written(1)
        try await rig.delivering {
            try await eventually("what was left is settled") {
                try await rig.store.payfrit.table(left.id)?.state == .queued
            }
            #expect(
                try await rig.service.registrations.edit(1, PayfritRegistrationChange(name: "Window")).name == "Window")
            try await rig.service.registrations.deliverNow()
            try await rig.service.registrations.drop(1)
        }
        #expect(rig.server.state.count(of: "registerHardware") == 0)
    }

    @Test("a list of businesses that cannot be had is no reason to refuse anything")
    func noList() async throws {
        let rig = try PayfritRig()
        rig.server.change { $0.businesses = [Self.marl, Self.pub] }
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.faults = [.listBusinesses: [.before(.refused("Busy")), .before(.http(500))]] }
        try await rig.delivering {
            await rig.passUntil { try await rig.table(table.id).state == .registered }
        }
        #expect(rig.server.state.registered == 1)
    }
}

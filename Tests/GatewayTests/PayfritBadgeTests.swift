import Advertising
import GatewayModel
import Payfrit
import Testing

@testable import Gateway

@Suite struct PayfritBadgeTests {
    private static let stranger = BeaconIdentity(uuid: ProximityUUID(0xABCD_0001 << 96), major: 9, minor: 1)
    private static let banned = BeaconIdentity(
        uuid: ProximityUUID(0xE2C5_6DB5_DFFB_48D2_B060_D0F5_A710_96E0), major: 0, minor: 0)

    private static func asked() async throws -> PayfritRig {
        let rig = try PayfritRig()
        rig.server.change { state in
            state.beacons = [
                Beacon(
                    id: 1, uuid: ScriptedBackend.uuid, name: "Oak", business: 3, major: ScriptedBackend.major, minor: 1,
                    servicePointName: "Table 1")
            ]
            state.owners = [BadgeCache.Group(stranger): Business(id: 8, name: "Pub")]
        }
        try await rig.logIn()
        return rig
    }

    @Test("beacons are ours by their table, another business's, banned or unknown, once that was asked")
    func kinds() async throws {
        let rig = try await Self.asked()
        let nobody = BeaconIdentity(uuid: ProximityUUID(0xABCD_0002 << 96), major: 9, minor: 1)
        let ours = ScriptedBackend.identity(1)
        #expect(rig.service.directory.badge(of: ours).kind == .unknown)
        #expect(rig.service.directory.badge(of: Self.banned).kind == .banned)
        try await rig.service.directory.refreshBadges([ours, Self.stranger, nobody, Self.banned])
        #expect(rig.service.directory.badge(of: ours) == PayfritBadge(kind: .ours, name: "Table 1"))
        #expect(rig.service.directory.badge(of: Self.stranger) == PayfritBadge(kind: .other, name: "Pub"))
        #expect(rig.service.directory.badge(of: nobody).kind == .unknown)
        #expect(rig.server.state.count(of: "resolveBusiness") == 2)
        try await rig.service.directory.refreshBadges([ours, Self.stranger, nobody])
        #expect(rig.server.state.count(of: "resolveBusiness") == 2 && rig.server.state.count(of: "listBeacons") == 1)
    }

    @Test("what was asked for one business is not kept for the next")
    func changed() async throws {
        let rig = try await Self.asked()
        rig.server.change { $0.businesses.append(Business(id: 4, name: "Pub")) }
        let service = rig.service
        rig.server.watch { point in
            guard point == "after listBeacons" else { return }
            do {
                _ = try await service.account.use(PayfritBusinessChoice(business: "Pub"))
            } catch {
                Issue.record(error)
            }
        }
        try await rig.service.directory.refreshBadges([ScriptedBackend.identity(1)])
        rig.server.watch(nil)
        #expect(rig.service.directory.badge(of: ScriptedBackend.identity(1)).kind == .unknown)
        #expect(rig.server.state.count(of: "resolveBusiness") == 0)
    }

    @Test("what was asked for one user is not told to the next")
    func anotherUser() async throws {
        let rig = try await Self.asked()
        try await rig.service.directory.refreshBadges([Self.stranger])
        rig.server.change { state in
            (state.token, state.user) = ("token-2", "Lee")
            state.businesses = [Business(id: 4, name: "Pub"), Business(id: 5, name: "Inn")]
        }
        try await rig.logIn()
        #expect(try await rig.service.status().business == nil)
        #expect(rig.service.directory.badge(of: ScriptedBackend.identity(1)).kind == .unknown)
        #expect(rig.service.directory.badge(heard: ScriptedBackend.identity(1)) == nil)
    }

    @Test("a table that is renamed has its new name, and one that is dropped is ours no more")
    func droppedTables() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let queued = try await rig.queued(5)
        let written = try await rig.written(6, state: .writtenUnverified)
        await rig.service.tables.runEnded(try #require(written.run))
        try await rig.service.directory.refreshBadges([])
        #expect(rig.service.directory.badge(of: written.identity) == PayfritBadge(kind: .ours, name: "Table 6"))
        let entry = try #require(queued.entry)
        _ = try await rig.service.registrations.edit(entry, PayfritRegistrationChange(name: "Window"))
        #expect(rig.service.directory.badge(of: queued.identity) == PayfritBadge(kind: .ours, name: "Window"))
        try await rig.service.registrations.drop(entry)
        _ = try await rig.service.tables.drop(written.id)
        #expect(rig.service.directory.badge(of: queued.identity).kind == .unknown)
        #expect(rig.service.directory.badge(of: written.identity).kind == .unknown)
    }

    @Test("what is older than ten minutes is not known any more, and asked for again")
    func age() async throws {
        let rig = try await Self.asked()
        try await rig.service.directory.refreshBadges([Self.stranger])
        rig.clock.advance(by: .seconds(600))
        #expect(rig.service.directory.badge(of: ScriptedBackend.identity(1)).kind == .unknown)
        #expect(rig.service.directory.badge(of: Self.stranger).kind == .unknown)
        try await rig.service.directory.refreshBadges([Self.stranger])
        #expect(rig.service.directory.badge(of: Self.stranger).kind == .other)
        #expect(rig.server.state.count(of: "listBeacons") == 2)
    }

    @Test("a table of this gateway is ours before the backend knows it, without a login")
    func tables() async throws {
        let rig = try PayfritRig()
        let table = try await rig.queued(5)
        try await rig.service.directory.refreshBadges([])
        #expect(rig.service.directory.badge(of: table.identity) == PayfritBadge(kind: .ours, name: "Table 5"))
        #expect(rig.server.state.log.isEmpty)
    }

    @Test("a reader of adverts does not wait for the backend, and gets the badge once it has answered")
    func heard() async throws {
        let rig = try await Self.asked()
        let nobody = BeaconIdentity(uuid: ProximityUUID(0xABCD_0002 << 96), major: 9, minor: 1)
        let (ours, unregistered) = (ScriptedBackend.identity(1), ScriptedBackend.identity(77))
        rig.server.change { $0.owners[BadgeCache.Group(ours)] = $0.businesses[0] }
        let all = [ours, Self.stranger, nobody, unregistered]
        #expect(all.allSatisfy { rig.service.directory.badge(heard: $0) == nil })
        #expect(rig.service.directory.badge(heard: Self.banned)?.kind == .banned)
        #expect(rig.server.state.count(of: "listBeacons") == 0)
        let asking = Task { await rig.service.directory.keepBadges() }
        try await rig.passing { all.allSatisfy { rig.service.directory.badge(heard: $0) != nil } }
        #expect(
            all.map { rig.service.directory.badge(heard: $0) } == [
                PayfritBadge(kind: .ours, name: "Table 1"), PayfritBadge(kind: .other, name: "Pub"),
                PayfritBadge(kind: .unknown), PayfritBadge(kind: .unknown),
            ])
        asking.cancel()
        await asking.value
    }

    @Test("a backend that fails is left alone for a while, and asked again")
    func failing() async throws {
        let rig = try await Self.asked()
        rig.server.change { $0.outage = .unreachable("no network") }
        #expect(rig.service.directory.badge(heard: Self.stranger) == nil)
        let asking = Task { await rig.service.directory.keepBadges() }
        try await rig.passing { rig.server.state.count(of: "listServicePoints") == 1 }
        rig.server.change { $0.outage = nil }
        #expect(rig.service.directory.badge(heard: Self.stranger) == nil)
        let failed = rig.clock.clock.now()
        try await rig.passing { rig.service.directory.badge(heard: Self.stranger)?.kind == .other }
        #expect(rig.clock.clock.now() - failed >= .seconds(29))
        asking.cancel()
        await asking.value
    }

    @Test("without a login nobody is told anything, and nobody asked")
    func loggedOut() async throws {
        let rig = try PayfritRig()
        let table = try await rig.queued(5)
        #expect(rig.service.directory.badge(heard: table.identity) == nil)
        #expect(rig.service.directory.badge(heard: Self.banned) == nil)
        #expect(rig.service.tools.badges.takeWished().isEmpty)
        try await rig.logIn()
        try await rig.service.directory.refreshBadges([])
        #expect(rig.service.directory.badge(heard: table.identity) == PayfritBadge(kind: .ours, name: "Table 5"))
    }

    @Test("strangers do not fill the memory, and a logout forgets what was asked")
    func bounds() async throws {
        let cache = BadgeCache(clock: ManualClock().clock)
        func stranger(_ number: Int) -> BeaconIdentity {
            BeaconIdentity(uuid: ProximityUUID((0xABCD_0000 + UInt128(number)) << 96), major: 0, minor: 0)
        }
        for number in 0...BadgeCache.limit { cache.set(BadgeCache.Group(stranger(number)), "x") }
        #expect(cache.badge(of: stranger(BadgeCache.limit - 1)).kind == .other)
        #expect(cache.badge(of: stranger(BadgeCache.limit)).kind == .unknown)
        cache.follow(isLoggedIn: true, business: 3)
        for number in 0...BadgeCache.wishLimit { _ = cache.look(stranger(BadgeCache.limit + 1 + number)) }
        #expect(cache.takeWished().count == BadgeCache.wishLimit)
        let rig = try await Self.asked()
        try await rig.service.directory.refreshBadges([Self.stranger])
        try await rig.service.account.logout()
        #expect(rig.service.directory.badge(of: Self.stranger).kind == .unknown)
    }
}

import Advertising
import TestSupport
import Foundation
import GatewayModel
import LineFormats
import Payfrit
import Store
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct PayfritRegistrationTests {
    @Test("a beacon that was seen is registered, saved and reported, in this order, and only once")
    func order() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        #expect(table.state == .queued && table.entry == 1)
        try await rig.deliver()
        let server = rig.server.state
        #expect(server.log.suffix(3) == ["registerHardware 1", "updateBeacon 101", "verifyBroadcast 1"])
        #expect(server.sightings.first?.rssiDBm == -61 && server.sightings.first?.seenAt == PayfritRig.begin)
        #expect(Set(server.requestKeys).count == 2 && server.requestKeys.allSatisfy { $0.utf8.count <= 64 })
        let done = try await rig.table(table.id)
        #expect(done.state == .registered && done.beacon == 101 && done.entry == nil)
        // The end of the same run is reported once more.
        _ = try await rig.store.payfrit.changeTable(table.id, atMicroseconds: 0) { table in
            table.state = .provisioning
            return true
        }
        await rig.service.tables.runEnded(try #require(table.run))
        #expect(try await rig.table(table.id).state == .registered)
        #expect(try await rig.service.status().registrations.waiting == 0)
        #expect(rig.server.state.registered == 1)
    }

    @Test("queued twice, it is one entry")
    func twice() async throws {
        let rig = try PayfritRig()
        let table = try await rig.queued(1)
        await rig.service.tables.runEnded(try #require(table.run))
        _ = try await rig.service.tables.register(table.id, PayfritRegistering())
        #expect(try await rig.service.registrations.list(after: 0, limit: 9).registrations.map(\.id) == [1])
    }

    @Test(
        "a server that answers after the time-out has it once",
        arguments: [
            PayfritError.timedOut(.seconds(15)), .interrupted("reset"), .notJSON, .malformed("Beacon"), .http(502),
        ])
    func lateAnswer(_ error: PayfritError) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.faults = [.registerHardware: [.after(error)], .updateBeacon: [.after(error)]] }
        try await rig.delivering {
            try await eventually("the first attempt has failed") {
                try await rig.store.outbox.find(1)?.attempts == 1
            }
            await rig.passUntil { try await rig.store.outbox.find(1)?.attempts == 2 }
            await rig.passUntil { try await rig.table(table.id).state == .registered }
        }
        #expect(rig.server.state.registered == 1 && rig.server.state.beacons.count == 1)
        #expect(rig.server.state.beacons.first?.name == "Table 1")
        #expect(rig.server.state.count(of: "lookupMAC") == 1)
    }

    @Test(
        "what is known as something else is registered anew", arguments: ["other identity", "inactive", "other table"])
    func knownOtherwise(_ how: String) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        try await rig.queued(1)
        rig.server.change { state in
            var beacon = Beacon(
                id: 55, uuid: ScriptedBackend.uuid, business: 3, major: ScriptedBackend.major, minor: 1,
                address: PayfritRig.address(1), servicePoint: 1)
            switch how {
            case "inactive": beacon.isActive = false
            case "other table": beacon.servicePoint = 2
            default: beacon.minor = 9
            }
            state.beacons = [beacon]
            state.faults = [.registerHardware: [.before(.unreachable("no route"))]]
        }
        try await rig.delivering {
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.registered == 1)
    }

    @Test("what the server knows already as it is to be counts as registered")
    func knownAlready() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { state in
            state.beacons = [
                Beacon(
                    id: 55, uuid: ScriptedBackend.uuid, business: 3, major: ScriptedBackend.major, minor: 1,
                    address: PayfritRig.address(1), servicePoint: 1)
            ]
            state.faults = [.registerHardware: [.before(.timedOut(.seconds(1)))]]
        }
        try await rig.delivering {
            await rig.passUntil { try await rig.table(table.id).state == .registered }
        }
        #expect(rig.server.state.registered == 0)
        #expect(try await rig.table(table.id).beacon == 55)
    }

    @Test("a look-up that is refused says nothing, and the registration waits for one that is answered")
    func lookupRefused() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        try await rig.queued(1)
        rig.server.change { state in
            state.faults = [
                .registerHardware: [.after(.timedOut(.seconds(15)))],
                .lookupMAC: Array(repeating: .before(.refused("Busy")), count: 2),
            ]
        }
        try await rig.delivering {
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.registered == 1 && rig.server.state.count(of: "lookupMAC") == 3)
        #expect(try await rig.table(1).state == .registered)
    }

    @Test("a token that ends in mid-run logs out and tells so; what waits goes on after the next login")
    func expired() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.faults = [.updateBeacon: [.before(.unauthorized)]] }
        try await rig.delivering {
            try await eventually("the lane waits for a login") {
                try await rig.service.status().registrations.held == .loggedOut
            }
            let status = try await rig.service.status()
            #expect(status.user == nil && status.registrations.waiting == 1)
            #expect(try await rig.titles() == ["Logged in to Payfrit", "Logged out of Payfrit"])
            #expect(try await rig.store.outbox.find(1)?.attempts == 0)
            await #expect(throws: PayfritServiceError.notLoggedIn) { try await rig.service.directory.beacons() }
            rig.server.change { $0.token = "token-2" }
            #expect(try await rig.logIn().registrations.held == nil)
            try await eventually("it is delivered") { try await rig.table(table.id).state == .registered }
        }
        #expect(rig.server.state.registered == 1)
    }

    @Test(
        "what is refused for good is kept with the server's words, and lets the next go",
        arguments: [PayfritError.refused("Unknown service point"), .http(400), .http(409), .http(422)])
    func refused(_ error: PayfritError) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let first = try await rig.queued(1)
        let second = try await rig.queued(2)
        rig.server.change { $0.faults = [.registerHardware: [.before(error)]] }
        try await rig.deliver()
        let refused = try await rig.table(first.id)
        #expect(refused.state == .refused && refused.reason == "\(error)")
        #expect(try await rig.table(second.id).state == .registered)
        #expect(try await rig.titles() == ["Logged in to Payfrit", "Registration refused"])
        let left = try await rig.service.registrations.list(after: 0, limit: 9).registrations
        #expect(left.map(\.state) == [.refused] && left.first?.lastError == "\(error)")
        #expect(try await rig.service.status().registrations.refused == 1)
    }

    @Test("edited and retried, what was refused is delivered as another request, with the new name and place")
    func edited() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.points = [ServicePoint(id: 8, business: 3, name: "Window")] }
        try await rig.deliver()
        #expect(try await rig.table(table.id).reason == "Unknown service point")
        let edited = try await rig.service.registrations.edit(
            1, PayfritRegistrationChange(name: "Window", servicePoint: 8))
        #expect(edited.name == "Window" && edited.servicePoint == 8 && edited.state == .refused)
        try await rig.service.registrations.retry(1)
        try await rig.deliver()
        let done = try await rig.table(table.id)
        #expect(done.state == .registered && done.name == "Window" && done.place.servicePoint == 8)
        let server = rig.server.state
        #expect(server.beacons.map(\.name) == ["Window"] && server.beacons.map(\.servicePoint) == [8])
        #expect(Set(server.requestKeys).count == server.requestKeys.count)
    }

    @Test("dropped, a registration goes with its table, and a table with its registration")
    func dropped() async throws {
        let rig = try PayfritRig()
        let first = try await rig.queued(1)
        let second = try await rig.queued(2)
        try await rig.service.registrations.drop(try #require(first.entry))
        #expect(try await rig.table(first.id).state == .dropped)
        #expect(try await rig.service.tables.drop(second.id).state == .dropped)
        #expect(try await rig.store.outbox.list(limit: 9).isEmpty)
        await #expect(throws: PayfritServiceError.unknownRegistration(1)) {
            try await rig.service.registrations.retry(1)
        }
        // The service point is free for another table.
        #expect(try await rig.queued(1).id == 3)
    }

    @Test("what is being delivered is neither edited nor dropped", .timeLimit(.minutes(1)))
    func underWay() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        try await rig.queued(1)
        let (arrived, goOn) = (Latch(), Latch())
        rig.server.watch { point in
            guard point == "before registerHardware" else { return }
            arrived.set()
            await goOn.wait()
        }
        try await rig.delivering {
            await arrived.wait()
            await #expect(throws: PayfritServiceError.registrationUnderWay(1)) {
                try await rig.service.registrations.drop(1)
            }
            await #expect(throws: PayfritServiceError.registrationUnderWay(1)) {
                try await rig.service.registrations.edit(1, PayfritRegistrationChange(name: "x"))
            }
            goOn.set()
            try await eventually("it is delivered") { try await rig.store.outbox.find(1) == nil }
        }
    }

    @Test(
        "a day without a network is nothing",
        arguments: [PayfritError.unreachable("no route"), .untrusted("pin"), .notJSON, .http(404)])
    func day(_ error: PayfritError) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...3 { try await rig.queued(minor) }
        rig.server.change { $0.outage = error }
        try await rig.delivering {
            while rig.clock.clock.now() < .seconds(86_400) {
                let attempts = try await rig.store.outbox.find(1)?.attempts ?? 0
                try await eventually("another attempt has failed") {
                    try await rig.store.outbox.find(1)?.attempts ?? 0 > attempts || rig.clock.sleepers > 0
                }
                rig.clock.advance(by: .seconds(300))
            }
            let entry = try #require(try await rig.store.outbox.find(1))
            #expect(entry.attempts > 100 && entry.state == .waiting && entry.lastError == "\(error)")
            #expect(entry.nextAttemptMicroseconds - PayfritRig.begin.microsecondsSince1970 < 87_000_000_000)
            #expect(try await rig.store.outbox.find(2)?.attempts == 0)
            rig.server.change { $0.outage = nil }
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.beacons.compactMap(\.minor) == [1, 2, 3])
    }

    /// Lets time pass until an entry has had `count` attempts.
    private static func attempts(_ count: Int, at entry: Int64, _ rig: PayfritRig) async {
        await rig.passUntil { try await rig.store.outbox.find(entry)?.attempts ?? count >= count }
    }

    @Test("what the backend always fails for lets the others go first after five attempts, and is delivered in the end")
    func passed() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...4 { try await rig.queued(minor) }
        rig.server.change { $0.faults[.registerHardware] = Array(repeating: .before(.http(500)), count: 5) }
        try await rig.delivering {
            await Self.attempts(4, at: 1, rig)
            // Until then all entries wait in order.
            #expect(rig.server.state.registered == 0)
            let second = try await rig.store.outbox.find(2)
            #expect(second?.attempts == 0)
            await Self.attempts(5, at: 1, rig)
            await rig.passUntil { rig.server.state.registered == 3 }
            rig.server.change { $0.faults = [:] }
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.beacons.compactMap(\.minor) == [2, 3, 4, 1])
    }

    @Test("what is about the same beacon or service point stays behind what it would pass")
    func passedInOrder() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...3 { try await rig.queued(minor) }
        // The second entry now has the beacon of the first, at another service point.
        let body = try #require(try await rig.store.outbox.find(2)).body
        let same = String(decoding: body, as: UTF8.self).replacing(
            "\(PayfritRig.address(2))", with: "\(PayfritRig.address(1))")
        _ = try await rig.store.outbox.edit(2, body: Data(same.utf8))
        rig.server.change { $0.faults[.registerHardware] = Array(repeating: .before(.http(503)), count: 5) }
        try await rig.delivering {
            await Self.attempts(5, at: 1, rig)
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.beacons.compactMap(\.minor) == [3, 1, 2])
    }

    @Test("a backend that fails for everything is not asked about everything")
    func sick() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...20 { try await rig.queued(minor) }
        rig.server.change { $0.outage = .http(500) }
        try await rig.delivering {
            await Self.attempts(5, at: Int64(RegistrationOrder.passedAtMost) + 1, rig)
            let before = try #require(try await rig.store.outbox.find(1)).attempts
            await Self.attempts(before + 50, at: 1, rig)
            #expect(try await rig.store.outbox.find(Int64(RegistrationOrder.passedAtMost) + 2)?.attempts == 0)
            rig.server.change { $0.outage = nil }
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        #expect(rig.server.state.registered == 20)
    }

    @Test("what is for another backend waits for that one")
    func twoBackends() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let dev = try await rig.queued(1)
        let prod = try await rig.queued(2, base: "https://biz.payfrit.com/api")
        try await rig.deliver()
        #expect(try await rig.table(dev.id).state == .registered)
        #expect(try await rig.table(prod.id).state == .queued)
        #expect(rig.server.state.beacons.compactMap(\.minor) == [1])
        #expect(try await rig.service.status().registrations.elsewhere == 1)
        let other = try PayfritRig(store: rig.store, environment: "prod")
        other.server.change { $0.points = [ServicePoint(id: 2, business: 3, name: "")] }
        try await other.logIn()
        try await other.deliver()
        #expect(try await rig.table(prod.id).state == .registered)
    }

    @Test("the lanes of webhooks are left alone")
    func webhooks() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let receipt = try await rig.store.outbox.enqueue(
            lane: "webhook https://a", kind: "regionEnter", idempotencyKey: "w", body: Data(), atMicroseconds: 0)
        try await rig.queued(1)
        try await rig.deliver()
        #expect(try await rig.store.outbox.list(limit: 9).map(\.id) == [receipt.id])
        #expect(try await rig.service.registrations.isRegistration(receipt.id) == false)
        await #expect(throws: PayfritServiceError.unknownRegistration(receipt.id)) {
            try await rig.service.registrations.drop(receipt.id)
        }
        #expect(try await rig.service.registrations.list(after: 0, limit: 9).registrations.isEmpty)
    }

    @Test("an API that cannot register holds everything, and counts no failure")
    func otherGeneration() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        try await rig.queued(1)
        rig.server.change { state in
            state.faults = [
                .registerHardware: Array(repeating: .before(.notInThisAPI(.registerHardware, .cfm)), count: 9)
            ]
        }
        try await rig.delivering {
            try await eventually("it is held") {
                try await rig.service.status().registrations.held == .notInThisAPI
            }
            #expect(try await rig.store.outbox.find(1)?.attempts == 0)
            rig.server.change { $0.faults = [:] }
            try await rig.service.registrations.retry(1)
            try await eventually("it is tried when somebody asks") {
                try await rig.service.status().registrations.waiting == 0
            }
        }
    }

    @Test("what is asked for again while it is tried, and is held up then, is tried once more")
    func retriedMeanwhile() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        try await rig.queued(1)
        let fault = ScriptedBackend.Fault.before(.notInThisAPI(.registerHardware, .cfm))
        rig.server.change { $0.faults = [.registerHardware: [fault, fault, fault]] }
        let (server, service) = (rig.server, rig.service)
        server.watch { point in
            if point == "after registerHardware", server.state.registered == 0 {
                try? await service.registrations.retry(1)
            }
        }
        try await rig.delivering {
            try await eventually("it is registered") { try await service.status().registrations.waiting == 0 }
        }
        #expect(server.state.registered == 1 && server.state.count(of: "registerHardware") == 4)
    }

    @Test("what nobody has seen is registered only where somebody insists, and not reported as seen")
    func unseen() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.written(1, state: .writtenUnverified)
        await rig.service.tables.runEnded(try #require(table.run))
        #expect(try await rig.table(table.id).state == .provisioned)
        #expect(try await rig.table(table.id).reason == "why")
        await #expect(throws: PayfritServiceError.unverified(table: table.id, reason: "why")) {
            try await rig.service.tables.register(table.id, PayfritRegistering())
        }
        #expect(try await rig.service.tables.register(table.id, PayfritRegistering(force: true)).state == .queued)
        try await rig.deliver()
        #expect(rig.server.state.registered == 1 && rig.server.state.sightings.isEmpty)
    }

    @Test(
        "a run that failed leaves the table planned, and says why",
        arguments: [.failed, .unknown] as [ProvisioningState])
    func failedRun(_ state: ProvisioningState) async throws {
        let rig = try PayfritRig()
        let table = try await rig.written(1, state: state)
        await rig.service.tables.runEnded(try #require(table.run))
        #expect(try await rig.table(table.id).state == .planned)
        #expect(try await rig.table(table.id).reason == "why")
        if state == .failed {
            await #expect(throws: PayfritServiceError.notProvisioned(table: table.id)) {
                try await rig.service.tables.register(table.id, PayfritRegistering(force: true))
            }
        }
    }

    @Test("a thousand are delivered in their order")
    func thousand() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...1_000 { try await rig.queued(minor) }
        try await rig.deliver()
        #expect(rig.server.state.beacons.compactMap(\.minor) == Array(1...1_000))
        #expect(rig.server.state.sightings.map(\.identity.minor) == Array(1...1_000))
        #expect(try await rig.service.status().tables == ["registered": 1_000])
    }

    @Test("an entry that cannot be read is refused, and can be dropped")
    func unreadable() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        _ = try await rig.store.outbox.edit(1, body: Data("{".utf8))
        try await rig.deliver()
        #expect(try await rig.table(table.id).state == .refused)
        let listed = try await rig.service.registrations.list(after: 0, limit: 9).registrations
        #expect(listed.map(\.id) == [1] && listed.first?.state == .refused && listed.first?.name == "Table 1")
        #expect(listed.first?.lastError == "what is to be registered cannot be read")
        try await rig.service.registrations.drop(1)
        #expect(try await rig.table(table.id).state == .dropped)
    }
}

extension PayfritRig {
    /// Lets the time pass until a condition holds.
    func passUntil(_ condition: () async throws -> Bool) async {
        await eventually("it comes with the time") {
            if (try? await condition()) == true { return true }
            if clock.sleepers > 0 { clock.advance(by: .seconds(300)) }
            return false
        }
    }
}

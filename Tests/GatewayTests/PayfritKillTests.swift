import Advertising
import TestSupport
import Foundation
import NIOConcurrencyHelpers
import Payfrit
import Store
import Testing

@testable import Gateway

/// Gateways that end before and after any request of a registration: another continues with the
/// state on the disk and on the server.
@Suite(.timeLimit(.minutes(5))) struct PayfritKillTests {
    private struct Moment {
        let point: String
        let file: String
        let server: ScriptedBackend.State
    }

    /// Returns the states of disk and server before and after every request of one registration.
    private static func moments(
        in folder: String, _ change: (inout ScriptedBackend.State) -> Void = { _ in }
    ) async throws -> [Moment] {
        let store = try Store.open(path: folder + "/first.db")
        let rig = try PayfritRig(store: store)
        try await rig.logIn()
        let table = try await rig.written(1)
        let moments = NIOLockedValueBox<[Moment]>([])
        let server = rig.server
        let note = { @Sendable (point: String) async in
            let file = folder + "/\(moments.withLockedValue(\.count)).db"
            do {
                try await store.backup(to: file)
                moments.withLockedValue { $0.append(Moment(point: point, file: file, server: server.state)) }
            } catch {
                Issue.record(error)
            }
        }
        await note("before the run's end is noted")
        await rig.service.tables.runEnded(try #require(table.run))
        await note("queued")
        server.change(change)
        server.watch(note)
        try await rig.delivering {
            await rig.passUntil { try await rig.service.status().registrations.waiting == 0 }
        }
        server.watch(nil)
        await note("delivered")
        try store.close()
        return moments.withLockedValue { $0 }
    }

    private static func goOn(from moment: Moment) async throws -> (server: ScriptedBackend.State, store: Store) {
        let store = try Store.open(path: moment.file)
        let rig = try PayfritRig(store: store, server: ScriptedBackend(moment.server))
        try await rig.logIn()
        try await rig.delivering {
            await rig.passUntil { try await store.payfrit.table(1)?.state == .registered }
        }
        return (rig.server.state, store)
    }

    @Test("ended before or after any request, there is one registration on the server, whole")
    func anyMoment() async throws {
        try await withFolder { folder in
            let moments = try await Self.moments(in: folder)
            // Two around each of three requests, and three more.
            #expect(moments.count == 9)
            for (index, moment) in moments.enumerated() {
                let (server, store) = try await Self.goOn(from: moment)
                // The server is only searched for a registration that was begun and is not known to
                // exist.
                #expect(server.count(of: "lookupMAC") == ([2, 3].contains(index) ? 1 : 0), "\(moment.point)")
                #expect(server.registered == 1 && server.beacons.count == 1, "\(moment.point)")
                #expect(server.beacons.first?.name == "Table 1", "\(moment.point)")
                // A delivered sighting may be sent again with the same key, since its outbox entry
                // still existed.
                let verifies = server.requestKeys.filter { $0.contains("-verify-") }
                #expect((1...2).contains(server.sightings.count) && Set(verifies).count == 1, "\(moment.point)")
                #expect(Set(server.sightings).count == 1, "\(moment.point)")
                #expect(server.points.count == 1, "\(moment.point)")
                #expect(try await store.outbox.list(limit: 9).isEmpty, "\(moment.point)")
                #expect(try await store.check().isEmpty)
                try store.close()
            }
        }
    }

    @Test("ended after an answer was lost, and again before or after any request, there is still one")
    func lostAnswers() async throws {
        try await withFolder { folder in
            let moments = try await Self.moments(in: folder) { state in
                state.faults = [
                    .registerHardware: [.after(.timedOut(.seconds(15)))], .updateBeacon: [.after(.notJSON)],
                    .verifyBroadcast: [.before(.http(500))],
                ]
            }
            #expect(moments.count > 12)
            for moment in moments {
                let (server, store) = try await Self.goOn(from: moment)
                #expect(server.registered == 1 && server.beacons.count == 1, "\(moment.point)")
                #expect((1...2).contains(server.sightings.count), "\(moment.point)")
                #expect(try await store.outbox.list(limit: 9).isEmpty, "\(moment.point)")
                #expect(try await store.payfrit.table(1)?.beacon == server.beacons.first?.id, "\(moment.point)")
                try store.close()
            }
        }
    }

    @Test("ended between the two writes of a retry, a refused registration can be tried again, and is there once")
    func retry() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.faults = [.verifyBroadcast: [.before(.refused("No such beacon"))]] }
        try await rig.deliver()
        let entry = try #require(try await rig.store.outbox.find(1))
        // The first of the two writes.
        var registration = try Registration(json: entry.body)
        registration.beginAgain()
        _ = try await rig.store.outbox.edit(1, body: try registration.json)
        let next = try PayfritRig(store: rig.store, server: rig.server)
        try await next.logIn()
        try await next.deliver()
        #expect(try await next.table(table.id).state == .refused)
        try await next.service.registrations.retry(1)
        try await next.deliver()
        #expect(try await next.table(table.id).state == .registered)
        #expect(rig.server.state.registered == 1 && rig.server.state.sightings.count == 1)
    }

    @Test("a run that was begun and not noted is found again; one that never began leaves its table planned")
    func runNotNoted() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let begun = try await rig.written(1)
        let never = try await rig.written(2)
        for table in [begun, never] {
            // The clock was an hour ahead when the table was stored.
            let noted = PayfritRig.begin.microsecondsSince1970 + 3_600_000_000
            _ = try await rig.store.payfrit.changeTable(table.id, atMicroseconds: noted) { table in
                table.run = nil
                if table.id == never.id { table.address = BluetoothAddress(1) }
                return true
            }
        }
        try await rig.delivering {
            try await eventually("what was begun is registered") {
                try await rig.table(begun.id).state == .registered
            }
        }
        #expect(try await rig.table(never.id).state == .planned)
        #expect(rig.server.state.registered == 1)
    }
}

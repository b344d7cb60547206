import Advertising
import Foundation
import GatewayModel
import Payfrit
import Store
import TestSupport
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct PayfritTableTests {
    private static func loggedIn(_ points: [(Int, String)]) async throws -> PayfritRig {
        let rig = try PayfritRig()
        rig.server.change { state in
            state.points = points.map { ServicePoint(id: $0.0, business: 3, name: $0.1) }
        }
        try await rig.logIn()
        return rig
    }

    @Test("a service point gives one table, however often it is asked for")
    func same() async throws {
        let rig = try await Self.loggedIn([(4, "Table 4")])
        let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
        #expect(table.state == .planned && table.name == "Table 4" && table.minor == 4 && table.major == 1201)
        #expect(table.uuid == ScriptedBackend.uuid && table.base == PayfritRig.base && table.business == 3)
        #expect(try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4)) == table)
        #expect(try await rig.service.planner.plan(PayfritTableOrder(name: "table 4")) == table)
        #expect(try await rig.service.tables.list(limit: 9).tables == [table])
        #expect(try await rig.service.tables.list(states: [.registered], limit: 9).tables.isEmpty)
        let stored = try await rig.table(table.id)
        #expect(stored.rssiAt1m == -58 && stored.intervalMs == 300 && stored.txPower == 5)
        await #expect(throws: PayfritServiceError.unknownServicePoint(5)) {
            try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 5))
        }
        await #expect(throws: PayfritServiceError.manyPlaces) {
            try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 5, name: "x"))
        }
    }

    @Test("a name that no service point has is made; of two with one name a number is asked for")
    func named() async throws {
        let rig = try await Self.loggedIn([(4, "Bar"), (5, "bar")])
        let table = try await rig.service.planner.plan(PayfritTableOrder(name: "Window"))
        #expect(table.name == "Window" && rig.server.state.points.map(\.name) == ["Bar", "bar", "Window"])
        await #expect(throws: PayfritServiceError.ambiguousServicePoint("BAR", [4, 5])) {
            try await rig.service.planner.plan(PayfritTableOrder(name: "BAR"))
        }
        for name in ["", " ", "a\u{7}", String(repeating: "x", count: 101)] {
            await #expect(throws: PayfritServiceError.self) {
                try await rig.service.planner.plan(PayfritTableOrder(name: name))
            }
        }
    }

    @Test("the next table follows the highest, and many at once each get their own")
    func next() async throws {
        let rig = try await Self.loggedIn([(1, "Table 9"), (2, "Table 10"), (3, "Bar"), (4, "table 12")])
        let service = rig.service
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { try await service.planner.plan(PayfritTableOrder()).name } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names.sorted() == ["Table 11", "Table 13", "Table 14", "Table 15"])
        #expect(try await rig.service.planner.plan(PayfritTableOrder(after: "Patio B")).name == "Patio C")
        await #expect(throws: PayfritServiceError.noNextName(after: "Bar")) {
            try await rig.service.planner.plan(PayfritTableOrder(after: "Bar"))
        }
    }

    @Test(
        "a service point that was made and never became a table is taken for the next one, not made again",
        arguments: [
            (nil, "Bar 3"), ("Table 4", "Table 5"),
        ] as [(String?, String)])
    func leftover(after last: String?, name: String) async throws {
        let rig = try PayfritRig()
        rig.server.change { state in
            state.points = [
                ServicePoint(id: 1, business: 3, name: "Table 4"), ServicePoint(id: 2, business: 3, name: "Bar 2"),
            ]
        }
        try await rig.logIn()
        let order = PayfritTableOrder(after: last)
        // As if the process had ended once the service point was made, with or without the answer.
        rig.server.change { $0.faults[.createServicePoint] = [.after(.timedOut(.seconds(15)))] }
        await #expect(throws: PayfritError.self) { _ = try await rig.service.planner.plan(order) }
        #expect(rig.server.state.points.last?.name == name)
        let next = try PayfritRig(store: rig.store, server: rig.server)
        try await next.logIn()
        let table = try await next.service.planner.plan(order)
        #expect(table.name == name && table.servicePoint == rig.server.state.points.last?.id)
        #expect(rig.server.state.points.count == 3)
        // A service point that has a table or a beacon is not taken for a leftover.
        let further = try await next.service.planner.plan(order)
        #expect(further.name != name && rig.server.state.points.count == 4)
        _ = try await next.service.tables.drop(further.id)
        #expect(try await next.service.planner.plan(order).servicePoint != further.servicePoint)
    }

    @Test("a service point that has got a beacon meanwhile is not taken for the next table")
    func leftoverTaken() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        rig.server.change { $0.faults[.createServicePoint] = [.after(.interrupted("cut"))] }
        await #expect(throws: PayfritError.self) { _ = try await rig.service.planner.plan(PayfritTableOrder()) }
        rig.server.change { $0.points[0].beacon = 9 }
        #expect(try await rig.service.planner.plan(PayfritTableOrder()).name == "Table 2")
    }

    @Test("the first table of an empty business is number 1")
    func first() async throws {
        let rig = try await Self.loggedIn([])
        #expect(try await rig.service.planner.plan(PayfritTableOrder()).name == "Table 1")
    }

    @Test(
        "a backend that knows the parts and not the whole gives the same",
        arguments: [PayfritError.http(404), .malformed("Config")])
    func parts(_ error: PayfritError) async throws {
        let rig = try await Self.loggedIn([(4, "Table 4")])
        rig.server.change { $0.faults = [.getBeaconConfig: [.before(error)]] }
        let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
        #expect(table.minor == 4 && table.major == 1201)
        #expect(rig.server.state.log.suffix(2) == ["allocateNamespace", "allocateMinor 4"])
    }

    @Test("what cannot be allocated plans nothing")
    func notAllocated() async throws {
        let rig = try await Self.loggedIn([(4, "Table 4")])
        let error = PayfritError.notInThisAPI(.getBeaconConfig, .cfm)
        rig.server.change { $0.faults = [.getBeaconConfig: [.before(error)]] }
        await #expect(throws: error) { try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4)) }
        #expect(try await rig.service.tables.list(limit: 9).tables.isEmpty)
    }

    @Test("a service point's row has the name of its beacon")
    func names() async throws {
        let rig = try await Self.loggedIn([(4, "Table 4"), (5, "Table 5")])
        let beacon = try await rig.service.directory.createBeacon(
            PayfritBeaconOrder(name: "Oak", uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"))
        #expect(try await rig.service.directory.assign(beacon.id, to: 5).beacon == beacon.id)
        _ = try await rig.service.directory.updateBeacon(beacon.id, PayfritBeaconOrder(name: "Elm", active: false))
        let points = try await rig.service.directory.servicePoints().servicePoints
        #expect(points.map(\.beaconName) == [nil, "Elm"])
        #expect(try await rig.service.directory.beacon(beacon.id).active == false)
        #expect(try await rig.service.directory.lookup("\(ScriptedBackend.uuid)").beacons.map(\.id) == [beacon.id])
        #expect(try await rig.service.directory.lookup("c3:00:00:00:00:01").beacons.isEmpty)
        try await rig.service.directory.deleteBeacon(beacon.id)
        #expect(try await rig.service.directory.beacons().beacons.isEmpty)
        #expect(try await rig.service.directory.assign(nil, to: 5).beacon == nil)
        await #expect(throws: PayfritServiceError.self) { try await rig.service.directory.lookup("oak") }
        await #expect(throws: PayfritServiceError.self) {
            try await rig.service.directory.createBeacon(PayfritBeaconOrder(name: "x"))
        }
        let made = try await rig.service.directory.saveServicePoint(nil, PayfritServicePointOrder(name: "New"))
        #expect(
            try await rig.service.directory.saveServicePoint(made.id, PayfritServicePointOrder(name: "Old")).name
                == "Old")
        #expect(try await rig.service.directory.servicePointTypes().types.map(\.name) == ["Table"])
    }

    @Test("every list says how many rows of the backend's it leaves out, and why")
    func leftOut() async throws {
        let rig = try await Self.loggedIn([(4, "Table 4")])
        #expect(try await rig.service.directory.beacons().leftOut == nil)
        rig.server.change { $0.leftOut = 2 }
        let expected = PayfritLeftOut(rows: 2, reason: "\(PayfritError.malformed("Rows[0]: ID is missing"))")
        #expect(try await rig.service.directory.beacons().leftOut == expected)
        #expect(try await rig.service.directory.servicePoints().leftOut == expected)
        #expect(try await rig.service.directory.servicePointTypes().leftOut == expected)
        #expect(try await rig.service.account.businesses().leftOut == expected)
        #expect(try await rig.service.directory.lookup("\(ScriptedBackend.uuid)").leftOut == expected)
    }

    @Test("a factory beacon becomes a registered table, over the air of a simulated dongle")
    func wholeWay() async throws {
        try await ProvisioningRig.with([""]) { room in
            let server = ScriptedBackend()
            server.change { $0.points = [ServicePoint(id: 4, business: 3, name: "Table 4")] }
            let rig = try PayfritRig(store: room.gateway.store, server: server, provisioning: room.service)
            try await rig.logIn()
            let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
            var order = PayfritProvisioning(address: ProvisioningRig.address(1))
            (order.searchMs, order.verifyMs) = (1_500, 1_500)
            let begun = try await rig.service.tables.provision(table.id, order)
            #expect(begun.table.run == begun.batch.runs.first?.id)
            await #expect(throws: PayfritServiceError.self) {
                try await rig.service.tables.provision(table.id, PayfritProvisioning(address: "c3:00:00:00:00:09"))
            }
            let runs = try await room.ended(begun.batch)
            #expect(runs.map(\.state) == [.verified])
            // The gateway updated the table before the run's followers were notified.
            #expect(try await rig.table(table.id).state == .queued)
            try await rig.delivering {
                await rig.passUntil { try await rig.table(table.id).state == .registered }
            }
            #expect(server.state.beacons.first?.identity == ScriptedBackend.identity(4))
        }
    }

    @Test("a run that cannot begin leaves the table as it was")
    func cannotBegin() async throws {
        let rig = try await Self.loggedIn([(4, "Table 4")])
        let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
        await #expect(throws: (any Error).self) {
            try await rig.service.tables.provision(table.id, PayfritProvisioning(address: "c3:00:00:00:00:01"))
        }
        let after = try await rig.table(table.id)
        #expect(after.state == .planned && after.address == nil && after.run == nil)
        await #expect(throws: PayfritServiceError.unknownTable(9)) {
            try await rig.service.tables.provision(9, PayfritProvisioning(address: "c3:00:00:00:00:01"))
        }
    }
}

import Advertising
import GatewayModel
import Payfrit
import Store
import Testing

@testable import Gateway

/// Last known beacons of all businesses while the backend is out of reach, and the pool that
/// follows from them.
@Suite struct PayfritBackendBeaconTests {
    private static let other = BeaconIdentity(uuid: ProximityUUID(0xABCD_0001 << 96), major: 9, minor: 1)

    private static func filled() async throws -> PayfritRig {
        let rig = try PayfritRig()
        rig.server.change { state in
            state.beacons = [
                Beacon(
                    id: 1, uuid: ScriptedBackend.uuid, name: "Oak", business: 3, major: ScriptedBackend.major, minor: 1,
                    address: PayfritRig.address(1), servicePointName: "Table 1"),
                Beacon(
                    id: 2, uuid: other.uuid, name: "Elm", business: 8, businessName: "Pub", major: other.major,
                    minor: other.minor),
                Beacon(id: 3, uuid: ProximityUUID(5), name: "Old", business: 8),
                Beacon(id: 4, uuid: ProximityUUID(6), name: "Gone", business: 8, isActive: false),
            ]
        }
        try await rig.logIn()
        return rig
    }

    @Test("a lookup is answered from what was read last while the backend is out of reach, and says of when that is")
    func offline() async throws {
        let rig = try await Self.filled()
        let now = try await rig.service.directory.lookup("\(Self.other.uuid)")
        #expect(now.beacons.map(\.id) == [2] && now.asOf == nil)
        rig.server.change { $0.outage = .unreachable("no route") }
        rig.clock.advance(by: .seconds(100))
        let then = try await rig.service.directory.lookup("\(Self.other.uuid)")
        #expect(then.beacons.map(\.id) == [2] && then.beacons.first?.businessName == "Pub")
        #expect(then.asOf == PayfritRig.begin)
        #expect(try await rig.service.directory.lookup("\(PayfritRig.address(1))").beacons.map(\.id) == [1])
        #expect(try await rig.service.directory.lookup("\(ProximityUUID(6))").beacons.isEmpty)
        rig.server.change { $0.outage = .refused("No") }
        await #expect(throws: PayfritError.refused("No")) {
            try await rig.service.directory.lookup("\(Self.other.uuid)")
        }
    }

    @Test("what was never read is not made up")
    func never() async throws {
        let rig = try PayfritRig()
        rig.server.change { $0.outage = .unreachable("no route") }
        await #expect(throws: PayfritError.unreachable("no route")) {
            try await rig.service.directory.lookup("\(Self.other.uuid)")
        }
    }

    @Test("it is read once in ten minutes, and once in 30 s where that fails")
    func age() async throws {
        let rig = try await Self.filled()
        func reads() -> Int { rig.server.state.count(of: "listAllBeacons") }
        await rig.service.directory.copy.keep()
        await rig.service.directory.copy.keep()
        #expect(reads() == 1)
        rig.clock.advance(by: .seconds(600))
        rig.server.change { $0.faults[.listAllBeacons] = [.before(.malformed("x"))] }
        await rig.service.directory.copy.keep()
        await rig.service.directory.copy.keep()
        #expect(reads() == 2)
        rig.clock.advance(by: .seconds(30))
        await rig.service.directory.copy.keep()
        #expect(reads() == 3)
    }

    @Test("badges of beacons that nobody can be asked about are those of the last time")
    func badges() async throws {
        let rig = try await Self.filled()
        await rig.service.directory.copy.keep()
        rig.server.change { $0.outage = .unreachable("no route") }
        let ours = BeaconIdentity(uuid: ScriptedBackend.uuid, major: ScriptedBackend.major, minor: 1)
        #expect(rig.service.directory.badge(of: ours) == PayfritBadge(kind: .ours, name: "Table 1"))
        #expect(rig.service.directory.badge(heard: Self.other) == PayfritBadge(kind: .other, name: "Pub"))
        #expect(rig.service.tools.badges.takeWished() == [Self.other])
    }

    @Test("a beacon of our own that is deleted is ours no more, though it was read with everybody's before")
    func deleted() async throws {
        let rig = try await Self.filled()
        await rig.service.directory.copy.keep()
        let ours = BeaconIdentity(uuid: ScriptedBackend.uuid, major: ScriptedBackend.major, minor: 1)
        #expect(rig.service.directory.badge(of: ours).kind == .ours)
        try await rig.service.directory.deleteBeacon(1)
        #expect(rig.service.directory.badge(of: ours).kind == .unknown)
    }

    @Test("the pool of shards fills from what is allocated and listed, in that order, and is not overfilled")
    func shards() async throws {
        let rig = try await Self.filled()
        rig.server.change { $0.points = [ServicePoint(id: 5, business: 3, name: "Table 5")] }
        _ = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 5))
        #expect(try await rig.store.runs.shards() == [ScriptedBackend.uuid])
        await rig.service.directory.copy.keep()
        #expect(try await rig.store.runs.shards() == [ScriptedBackend.uuid, Self.other.uuid])
        let many = (1...70).map { ProximityUUID(UInt128($0) << 64) }
        #expect(try await rig.store.runs.addShards(many) == 70 - (RunStore.shardLimit - 2))
        #expect(try await rig.store.runs.shards().count == RunStore.shardLimit)
        #expect(try await rig.store.runs.shards().prefix(2) == [ScriptedBackend.uuid, Self.other.uuid])
    }
}

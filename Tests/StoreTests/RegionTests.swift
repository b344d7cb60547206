import TestSupport
import BeaconTracking
import Advertising
import GatewayModel
import Store
import Testing

@Suite struct RegionTests {
    private static let bar = StoredRegion(
        name: "bar", uuid: BeaconIdentity.numbered(1).uuid, major: 65_535, minor: 0, enterSightings: 3,
        enterWithin: .milliseconds(1_500), exitAfter: .seconds(30), minimumRSSI: -128, createdMicroseconds: 7)
    private static let anywhere = StoredRegion(
        name: "Anywhere", uuid: ProximityUUID(.max), major: nil, minor: nil, enterSightings: 1,
        enterWithin: .seconds(10), exitAfter: .seconds(86_400), minimumRSSI: nil, createdMicroseconds: 8)

    @Test("a region comes back as it was added, in the order of names", arguments: Medium.allCases)
    func add(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.regions.add(Self.bar)
            try await store.regions.add(Self.anywhere)
            #expect(try await store.regions.list() == [Self.anywhere, Self.bar])
        }
    }

    @Test("a name is given once, and is free when its region is removed", arguments: Medium.allCases)
    func taken(_ medium: Medium) async throws {
        try await medium.withStore { store in
            var other = Self.anywhere
            other.name = "bar"
            try await store.regions.add(Self.bar)
            await #expect(throws: StoreError.regionTaken(name: "bar")) { try await store.regions.add(other) }
            #expect(try await store.regions.list() == [Self.bar])
            #expect(try await store.regions.remove("bar"))
            #expect(try await store.regions.remove("bar") == false)
            try await store.regions.add(other)
            #expect(try await store.regions.list() == [other])
        }
    }

    @Test("a region is in its state since it came there", arguments: Medium.allCases)
    func state(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.regions.add(Self.bar)
            func set(_ state: RegionState?, _ at: Int64) async throws -> [String] {
                #expect(try await store.regions.setState("bar", state: state, atMicroseconds: at))
                return try await store.regions.list().map {
                    "\($0.state?.rawValue ?? "-") \($0.stateSinceMicroseconds ?? -1)"
                }
            }
            #expect(try await set(.inside, 10) == ["inside 10"])
            #expect(try await set(.inside, 20) == ["inside 10"])
            #expect(try await set(.outside, 30) == ["outside 30"])
            #expect(try await set(nil, 40) == ["- -1"])
            #expect(try await set(.inside, 50) == ["inside 50"])
        }
    }

    @Test("a region that is none has no state, and no region has one that is none", arguments: Medium.allCases)
    func noState(_ medium: Medium) async throws {
        try await medium.withStore { store in
            #expect(try await store.regions.setState("bar", state: .inside, atMicroseconds: 1) == false)
            try await store.regions.add(Self.bar)
            await #expect(throws: StoreError.self) {
                try await store.regions.setState("bar", state: .unknown, atMicroseconds: 1)
            }
            #expect(try await store.regions.list() == [Self.bar])
        }
    }

    @Test("regions and how they stood are there after a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(path: folder.path("perch.db"))
        try await store.regions.add(Self.bar)
        try await store.regions.setState("bar", state: .inside, atMicroseconds: 9)
        try store.close()
        let again = try await Store.open(path: folder.path("perch.db")).regions.list()
        #expect(again.map(\.state) == [.inside] && again.map(\.stateSinceMicroseconds) == [9])
    }

    @Test("no time is too long to be kept", arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
    func extremes(_ time: Duration) async throws {
        let store = try Store.inMemory()
        var region = Self.bar
        region.exitAfter = time
        try await store.regions.add(region)
        let kept = try #require(try await store.regions.list().first).exitAfter
        #expect(time == .zero ? kept == .zero : (time > .zero) == (kept > .seconds(1_000_000_000)))
    }
}

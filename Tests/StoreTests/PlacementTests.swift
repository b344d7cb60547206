import Advertising
import Testing

@testable import Store

@Suite struct PlacementTests {
    private func identity(_ minor: UInt16) throws -> BeaconIdentity {
        try #require(BeaconIdentity("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/\(minor)"))
    }

    @Test("the newest result of each beacon is kept, page by page, until the beacon is forgotten")
    func kept() async throws {
        let store = try Store.inMemory()
        for (minor, average, at) in [(7, -60, 1), (3, -70, 2), (7, -55, 3)] as [(UInt16, Int, Int64)] {
            try await store.placements.keep(
                StoredPlacement(identity: try identity(minor), averageDBm: average, atMicroseconds: at))
        }
        let all = try await store.placements.list(after: nil, limit: 10)
        #expect(all.map(\.averageDBm) == [-70, -55] && all.map(\.atMicroseconds) == [2, 3])
        #expect(try await store.placements.list(after: nil, limit: 1).map(\.averageDBm) == [-70])
        #expect(try await store.placements.list(after: try identity(3), limit: 1).map(\.averageDBm) == [-55])
        _ = try await store.beacons.forget(try identity(7))
        #expect(try await store.placements.list(after: nil, limit: 10).map(\.averageDBm) == [-70])
    }
}

import Advertising
import GRDB
import GatewayModel
import Testing

@testable import Store

/// Beacons that hold an identity, and the addresses where they may be.
@Suite struct HolderTests {
    @Test(
        "a beacon that may have saved an identity holds it",
        arguments: Medium.allCases, [.verified, .writtenUnverified, .unknown, .failed, .writing] as [ProvisioningState])
    func holds(_ medium: Medium, _ state: ProvisioningState) async throws {
        try await medium.withStore { store in
            let run = try await store.ended(1, as: 9, state, saveBegun: true)
            try await store.ended(2, as: 9, .failed, saveBegun: false)
            try await store.ended(3, as: 8, state, saveBegun: true)
            #expect(try await store.runs.holders(of: .numbered(9)).map(\.id) == [run])
            #expect(try await store.runs.holders(of: .numbered(9)) == [try #require(try await store.runs.find(run))])
            #expect(try await store.runs.holders(of: .numbered(7)).isEmpty)
        }
    }

    @Test("it is had until another was given, which a run that never saved does not do", arguments: Medium.allCases)
    func displaced(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.ended(1, as: 9, .verified, saveBegun: true)
            try await store.ended(1, as: 8, .failed, saveBegun: false)
            try await store.plan(1)
            #expect(try await store.runs.holders(of: .numbered(9)).map(\.id) == [1])
            #expect(try await store.runs.holders(of: .numbered(8)).isEmpty)
            try await store.ended(1, as: 8, .unknown, saveBegun: true)
            #expect(try await store.runs.holders(of: .numbered(9)).isEmpty)
            #expect(try await store.runs.holders(of: .numbered(8)).map(\.id) == [4])
            // A beacon that gets the identity again is listed once.
            try await store.ended(1, as: 8, .verified, saveBegun: true)
            try await store.ended(2, as: 8, .verified, saveBegun: true)
            try await store.ended(2, as: 8, .failed, saveBegun: false)
            #expect(try await store.runs.holders(of: .numbered(8)).map(\.id) == [5, 4])
            // A beacon seen at an address is the beacon at that address: another run there
            // displaces it.
            try await store.ended(3, as: 7, .verified, saveBegun: true, seenAt: 30)
            #expect(try await store.runs.holders(of: .numbered(7)).map(\.id) == [7])
            try await store.ended(30, as: 6, .verified, saveBegun: true)
            #expect(try await store.runs.holders(of: .numbered(7)).isEmpty)
        }
    }

    @Test("it may be where it was written and where it was seen, without the asking run", arguments: Medium.allCases)
    func addresses(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let own = try await store.ended(1, as: 9, .verified, saveBegun: true, seenAt: 2)
            try await store.ended(65_535, as: 9, .verified, saveBegun: true, seenAt: 4)
            try await store.ended(4, as: 9, .unknown, saveBegun: true)
            try await store.ended(5, as: 9, .failed, saveBegun: false, seenAt: 6)
            try await store.ended(7, as: 8, .verified, saveBegun: true, seenAt: 7)
            // The beacon has another identity now, but may return to this one if that other was not
            // saved.
            try await store.ended(3, as: 9, .verified, saveBegun: true, seenAt: 3)
            try await store.ended(3, as: 8, .unknown, saveBegun: true)
            func numbers(besides run: Int64) async throws -> [UInt64] {
                let first = StoredRun.Target.numbered(0).address.value
                return try await store.runs.addresses(with: .numbered(9), besides: run).map { $0.value - first }
            }
            #expect(try await numbers(besides: own) == [3, 4, 65_535])
            #expect(try await numbers(besides: 0) == [1, 2, 3, 4, 65_535])
            #expect(try await store.runs.addresses(with: .numbered(7), besides: 0).isEmpty)
        }
    }

    @Test("the runs are not read from end to end for it")
    func indexes() async throws {
        let store = try Store.inMemory()
        let plan = try await store.database.writer.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN SELECT * FROM run " + RunStore.holdersFilter,
                arguments: BeaconIdentity.numbered(1).columns
            ).map { try $0.decode(String.self, forColumn: "detail") }
        }
        #expect(plan.contains { $0.contains("SEARCH run USING INDEX run_of_identity") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH later USING INDEX run_that_saved") }, "\(plan)")
    }
}

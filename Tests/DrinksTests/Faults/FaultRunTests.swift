import Foundation
import RESTClient
import Testing

@testable import Drinks

/// `TILL_BOOKINGS` sets how many bookings are made in all, and writes the figures.
@Suite("Till: random faults", .timeLimit(.minutes(30))) struct FaultRunTests {
    private static let asked = ProcessInfo.processInfo.environment["TILL_BOOKINGS"].flatMap(Int.init)
    private static let seeds: [UInt64] = [1, 2]

    @Test("no booking is doubled or lost, and no statement untrue", .serialized, arguments: seeds)
    func run(seed: UInt64) async throws {
        let orders = (Self.asked ?? 100) / Self.seeds.count
        let (tally, journal) = try await FaultRun.run(orders: orders, seed: seed)
        if Self.asked != nil { print(Self.figures(tally, journal, orders: orders, seed: seed)) }
        #expect(journal.count == orders, "doubled or lost")
        #expect(tally.booked == journal, "untrue")
        #expect(tally.longUnknown * 100 <= orders, "unknown")
        #expect(tally.clientKills > 0 && tally.serverKills > 0 && tally.refused > 0 && tally.unknown > 0)
    }

    private static func figures(
        _ tally: FaultRun.Tally, _ journal: [String], orders: Int, seed: UInt64
    ) -> String {
        let untrue = Set(tally.booked).subtracting(journal).count + tally.booked.count - Set(tally.booked).count
        return """
            seed \(seed): \(orders) orders, \(journal.count) bookings (doubled \(max(0, journal.count - orders)), \
            lost \(max(0, orders - journal.count))), untrue \(untrue), unknown after 60 s \(tally.longUnknown); \
            kills: client \(tally.clientKills), server \(tally.serverKills); refused \(tally.refused); \
            first list of products \(tally.firstProducts.secondsOrMilliseconds)
            """
    }
}

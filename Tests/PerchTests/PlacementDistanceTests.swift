import BeaconTracking
import Testing

@testable import Perch

@Suite struct PlacementDistanceTests {
    @Test("a distance has a class and a spread of a factor of two, and is doubtful beyond 2.5 m")
    func distance() throws {
        let near = try #require(PlacementDistance(accuracyM: 2))
        #expect(near.proximity == .near && near.leastM == 1 && near.mostM == 4 && !near.isDoubtful)
        #expect(PlacementDistance(accuracyM: 2.5)?.isDoubtful == false)
        #expect(PlacementDistance(accuracyM: 2.6)?.isDoubtful == true)
        #expect(PlacementDistance(accuracyM: -1) == nil)
    }
}

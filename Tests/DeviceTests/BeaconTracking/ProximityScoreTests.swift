import BeaconTracking
import Testing

@Suite struct ProximityScoreTests {
    @Test("the share in the right proximity is the mean over those with 50 samples")
    func hit() {
        var score = ProximityScore()
        #expect(score.hit == nil && score.medianErrorM == nil)
        // Near: 40 of 50 right; far: 10 of 100.
        for number in 0..<50 { score.add(truth: 2, estimate: number < 40 ? 1 : 9) }
        for number in 0..<100 { score.add(truth: 8, estimate: number < 10 ? 7 : 1) }
        for _ in 0..<49 { score.add(truth: 0.2, estimate: 0.2) }
        #expect(score.count == 199)
        #expect(score.hits.map(\.proximity) == [.near, .far])
        #expect(score.hits.map(\.share) == [0.8, 0.1])
        #expect(score.hit.map { abs($0 - 0.45) < 1e-9 } == true)
        score.add(truth: 0.2, estimate: 0.2)
        #expect(score.hits.map(\.proximity) == [.immediate, .near, .far])
    }

    @Test("the median of the errors is that of too near and too far alike")
    func medianError() {
        var score = ProximityScore()
        for (truth, estimate) in [(4.0, 1.0), (4, 5), (4, 24)] { score.add(truth: truth, estimate: estimate) }
        #expect(score.medianErrorM == 3)
    }
}

import Randomness
import Testing

@testable import BeaconTracking

@Suite struct DueHeapTests {
    @Test("the earliest is always at hand, whatever is set, put off or removed", arguments: 1...5)
    func earliest(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heap = DueHeap()
        var plain: [Int: Duration] = [:]
        for _ in 0..<5000 {
            let place = Int.random(in: 0..<60, using: &random)
            let due: Duration? =
                Int.random(in: 0..<4, using: &random) == 0 ? nil : .seconds(Int.random(in: 0..<40, using: &random))
            heap.set(place, due: due)
            plain[place] = due
            let first = plain.min { ($0.value, $0.key) < ($1.value, $1.key) }
            #expect(heap.first?.place == first?.key)
            #expect(heap.first?.due == first?.value)
        }
    }
}

import Randomness
import Testing

@testable import BeaconTracking

@Suite struct AdvertCountTests {
    @Test("the sum is that of a plain list's last 20 s, also where the numbers of seconds wrap")
    func sums() {
        var random = SplitMix64(seed: 3)
        var slice = UInt32.max - 300
        var count = AdvertCount(slice: slice)
        var list: [UInt32] = []
        for _ in 0..<3000 {
            if Int.random(in: 0..<3, using: &random) == 0 { slice &+= UInt32.random(in: 0...3, using: &random) }
            if Int.random(in: 0..<200, using: &random) == 0 { slice &+= UInt32.random(in: 0...60, using: &random) }
            count.add(slice: slice)
            list.append(slice)
            let later = slice &+ UInt32.random(in: 0...25, using: &random)
            #expect(count.sum(at: later) == list.count { later &- $0 < 20 })
        }
    }

    @Test("a second's count saturates")
    func saturates() {
        var count = AdvertCount(slice: 1)
        for _ in 0..<70_000 { count.add(slice: 1) }
        count.add(slice: 2)
        #expect(count.sum(at: 2) == 65_536)
    }
}

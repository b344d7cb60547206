/// Number of a unit's adverts in each second of the window, by all dongles together.
struct AdvertCount: Sendable {
    /// A ring; a second's count saturates.
    private var counts = InlineArray<20, UInt16>(repeating: 0)
    /// Place and number of the newest second.
    private var head = 0
    private var newest: UInt32

    init(slice: UInt32) {
        newest = slice
    }

    /// - Parameter slice: Number of the second; never less than in the previous call.
    mutating func add(slice: UInt32) {
        for _ in 0..<min(slice &- newest, TrackingMoment.reach) {
            head = (head + 1) % counts.count
            counts[head] = 0
        }
        newest = slice
        if counts[head] < .max { counts[head] += 1 }
    }

    /// Number of adverts within the window that ends with this second.
    func sum(at slice: UInt32) -> Int {
        let passed = slice &- newest
        guard passed < TrackingMoment.reach else { return 0 }
        let kept = counts.count - Int(passed)
        return (0..<kept).reduce(0) { $0 + Int(counts[(head + counts.count - $1) % counts.count]) }
    }
}

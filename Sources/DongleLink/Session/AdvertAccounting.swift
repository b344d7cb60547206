/// Exact loss of stream B, from the numbers that adverts bear (SPEC.md 7.6).
struct AdvertAccounting: Sendable {
    /// Number of the advert expected next.
    private(set) var next: UInt32 = 0
    private(set) var received: UInt64 = 0
    private(set) var lost: UInt64 = 0

    /// Takes a batch of `count` adverts beginning with number `first`. Returns false for a batch that has been counted already (a late copy).
    mutating func receive(first: UInt32, count: Int) -> Bool {
        guard advance(to: first) else { return false }
        next = first &+ UInt32(count)
        received += UInt64(count)
        return true
    }

    /// Everything before `number` has been sent or dropped: what has not come by now is lost.
    @discardableResult
    mutating func advance(to number: UInt32) -> Bool {
        let gap = Int32(bitPattern: number &- next)
        guard gap >= 0 else { return false }
        lost += UInt64(gap)
        next = number
        return true
    }

    /// A new session numbers from 0; totals go on.
    mutating func beginSession() {
        next = 0
    }
}

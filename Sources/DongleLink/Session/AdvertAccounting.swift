/// Counts lost adverts of stream B exactly, by their numbers (SPEC.md 7.6).
struct AdvertAccounting: Sendable {
    /// Number of the advert expected next.
    private(set) var next: UInt32 = 0
    private(set) var received: UInt64 = 0
    private(set) var lost: UInt64 = 0

    /// Counts a batch of `count` adverts that begins with number `first`. Returns false if the
    /// batch was counted before (a late copy).
    mutating func receive(first: UInt32, count: Int) -> Bool {
        guard advance(to: first) else { return false }
        next = first &+ UInt32(count)
        received += UInt64(count)
        return true
    }

    /// Notes that the dongle has sent or dropped every advert before `number`. Those that have not
    /// arrived by now are lost.
    @discardableResult
    mutating func advance(to number: UInt32) -> Bool {
        let gap = Int32(bitPattern: number &- next)
        guard gap >= 0 else { return false }
        lost += UInt64(gap)
        next = number
        return true
    }

    /// Expects number 0 next, as in every new session. The totals continue.
    mutating func beginSession() {
        next = 0
    }
}

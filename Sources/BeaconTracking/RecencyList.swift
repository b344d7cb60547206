/// Order of slots by recency, as a list linked beside the slots, so that touching and removing need
/// no search.
struct RecencyList: Sendable {
    struct Links: Sendable {
        var newer = RecencyList.none
        var older = RecencyList.none
    }

    static let none = UInt32.max

    private(set) var newest = RecencyList.none
    private(set) var oldest = RecencyList.none

    /// Puts a slot that is in no list at the front.
    mutating func insert(_ slot: UInt32, _ links: inout [Links]) {
        links[Int(slot)] = Links(newer: RecencyList.none, older: newest)
        if newest == RecencyList.none { oldest = slot } else { links[Int(newest)].newer = slot }
        newest = slot
    }

    /// Removes a slot from this list.
    mutating func remove(_ slot: UInt32, _ links: inout [Links]) {
        let own = links[Int(slot)]
        if own.newer == RecencyList.none { newest = own.older } else { links[Int(own.newer)].older = own.older }
        if own.older == RecencyList.none { oldest = own.newer } else { links[Int(own.older)].newer = own.newer }
    }

    /// Moves a slot of this list to the front.
    mutating func touch(_ slot: UInt32, _ links: inout [Links]) {
        guard slot != newest else { return }
        remove(slot, &links)
        insert(slot, &links)
    }
}

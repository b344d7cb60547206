/// An order of slots by when each was touched last, kept in links beside the slots, so that touching and removing take no search.
struct RecencyList: Sendable {
    struct Links: Sendable {
        var newer = RecencyList.none
        var older = RecencyList.none
    }

    static let none = UInt32.max

    private(set) var newest = RecencyList.none
    private(set) var oldest = RecencyList.none

    /// Puts a slot that is in no list in front.
    mutating func insert(_ slot: UInt32, _ links: inout [Links]) {
        links[Int(slot)] = Links(newer: RecencyList.none, older: newest)
        if newest == RecencyList.none { oldest = slot } else { links[Int(newest)].newer = slot }
        newest = slot
    }

    /// Takes a slot of this list out.
    mutating func remove(_ slot: UInt32, _ links: inout [Links]) {
        let own = links[Int(slot)]
        if own.newer == RecencyList.none { newest = own.older } else { links[Int(own.newer)].older = own.older }
        if own.older == RecencyList.none { oldest = own.newer } else { links[Int(own.older)].newer = own.newer }
    }

    /// Puts a slot of this list in front.
    mutating func touch(_ slot: UInt32, _ links: inout [Links]) {
        guard slot != newest else { return }
        remove(slot, &links)
        insert(slot, &links)
    }
}

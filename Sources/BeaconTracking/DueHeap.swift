/// Due times, one for each place, with the earliest at hand. A binary heap that knows the position
/// of each place.
///
/// A time that is postponed keeps its position until it reaches the front, because beacons postpone
/// theirs with every advert.
struct DueHeap: Sendable {
    private struct Entry: Sendable {
        let place: Int
        /// Time by which the entry is sorted: never after ``due``, and equal to it for the first
        /// entry.
        var standing: Duration
        var due: Duration
    }

    private var entries: [Entry] = []
    /// Position of each place's entry; -1 = none.
    private var positions: [Int] = []

    /// The earliest due time; for equal ones, that of the lowest place. Nil = nothing is due.
    var first: (place: Int, due: Duration)? { entries.first.map { ($0.place, $0.due) } }

    /// Sets, moves or (nil) removes the due time of a place, which is 0 or more.
    mutating func set(_ place: Int, due: Duration?) {
        while positions.count <= place { positions.append(-1) }
        let position = positions[place]
        guard let due else {
            if position >= 0 { remove(at: position) }
            return
        }
        guard position >= 0 else {
            positions[place] = entries.count
            entries.append(Entry(place: place, standing: due, due: due))
            rise(from: entries.count - 1)
            return settleFirst()
        }
        entries[position].due = due
        if due < entries[position].standing {
            entries[position].standing = due
            rise(from: position)
        }
        settleFirst()
    }

    /// Sinks postponed entries until the first is in its right position.
    private mutating func settleFirst() {
        while let first = entries.first, first.standing < first.due {
            entries[0].standing = first.due
            sink(from: 0)
        }
    }

    private mutating func remove(at position: Int) {
        positions[entries[position].place] = -1
        let last = entries.removeLast()
        guard position < entries.count else { return }
        entries[position] = last
        positions[last.place] = position
        rise(from: position)
        sink(from: positions[last.place])
        settleFirst()
    }

    private mutating func rise(from position: Int) {
        var position = position
        while position > 0, precedes(position, (position - 1) / 2) {
            exchange(position, (position - 1) / 2)
            position = (position - 1) / 2
        }
    }

    private mutating func sink(from position: Int) {
        var position = position
        while true {
            var least = position
            for child in [2 * position + 1, 2 * position + 2] where child < entries.count && precedes(child, least) {
                least = child
            }
            guard least != position else { return }
            exchange(position, least)
            position = least
        }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (entries[left].standing, entries[left].place) < (entries[right].standing, entries[right].place)
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        entries.swapAt(left, right)
        positions[entries[left].place] = left
        positions[entries[right].place] = right
    }
}

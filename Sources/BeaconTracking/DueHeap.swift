/// Moments at which something is due, each of one place, the earliest at hand. A binary heap that knows where each place stands.
///
/// A moment that is put off stays where it is until it comes to the front: beacons put theirs off with every advert.
struct DueHeap: Sendable {
    private struct Entry: Sendable {
        let place: Int
        /// Where it stands: never after ``due``, and no earlier where it is first.
        var standing: Duration
        var due: Duration
    }

    private var entries: [Entry] = []
    /// By place: where its entry stands; -1 = it has none.
    private var positions: [Int] = []

    /// The earliest, of equal ones that of the lowest place; nil = nothing is due.
    var first: (place: Int, due: Duration)? { entries.first.map { ($0.place, $0.due) } }

    /// Sets, moves or, with nil, removes what is due of a place, 0 and up.
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

    /// Lets what was put off sink, until the first is where it belongs.
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

/// How many wrong tokens came from which address, so that nobody can try many. Pure: time is an argument.
struct AttemptTable: Sendable {
    /// Addresses. Past it, the one whose minute began first is forgotten.
    static let capacity = 1024
    /// Wrong tokens in ``window`` after which an address is told to wait.
    static let limit = 10
    static let window = Duration.seconds(60)

    private struct Entry {
        var began: ContinuousClock.Instant
        var wrong: Int
    }

    private var entries: [String: Entry] = [:]

    var count: Int { entries.count }

    /// Notes a wrong token.
    ///
    /// - Returns: Whole seconds the address has to wait, where it has tried too often, and whether this is the first time in its
    ///   minute; nil where not.
    mutating func wrong(from address: String, at now: ContinuousClock.Instant) -> (wait: Int, isNews: Bool)? {
        var entry = entries[address] ?? Entry(began: now, wrong: 0)
        if now - entry.began >= AttemptTable.window { entry = Entry(began: now, wrong: 0) }
        entry.wrong += 1
        if entries[address] == nil, entries.count >= AttemptTable.capacity { forgetOne(at: now) }
        entries[address] = entry
        guard entry.wrong > AttemptTable.limit else { return nil }
        let left = AttemptTable.window - (now - entry.began)
        return (Int(left.components.seconds) + 1, entry.wrong == AttemptTable.limit + 1)
    }

    private mutating func forgetOne(at now: ContinuousClock.Instant) {
        guard let oldest = entries.min(by: { $0.value.began < $1.value.began }) else { return }
        entries[oldest.key] = nil
    }
}

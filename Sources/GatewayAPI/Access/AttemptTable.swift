/// Counts wrong tokens per address, to stop guessing. Pure: time is an argument.
struct AttemptTable: Sendable {
    /// Maximum number of addresses. When the table is full, the address whose minute began first is
    /// removed.
    static let capacity = 1024
    /// Wrong tokens within ``window`` after which an address has to wait.
    static let limit = 10
    static let window = Duration.seconds(60)

    private struct Entry {
        var began: ContinuousClock.Instant
        var wrong: Int
    }

    private var entries: [String: Entry] = [:]

    var count: Int { entries.count }

    /// Counts a wrong token.
    ///
    /// - Returns: Whole seconds that the address has to wait, and whether this is the first refusal
    ///   of its minute; nil if the address is below the limit.
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

/// Which connections are still wanted.
///
/// A lease ends when nobody has used its connection for its length; while somebody holds it, it does not.
struct LeaseBook: Sendable, Hashable {
    private struct Lease: Sendable, Hashable {
        let length: Duration
        var end: Duration
        var holders = 0
    }

    private var leases: [String: Lease] = [:]

    /// Begins a lease.
    mutating func add(_ id: String, length: Duration, at now: Duration) {
        leases[id] = Lease(length: length, end: now + length)
    }

    /// Ends a lease.
    mutating func remove(_ id: String) {
        leases[id] = nil
    }

    /// Somebody uses the connection, until as many calls of ``letGo(_:at:)``.
    mutating func hold(_ id: String) {
        leases[id]?.holders += 1
    }

    mutating func letGo(_ id: String, at now: Duration) {
        guard var lease = leases[id] else { return }
        lease.holders -= 1
        lease.end = now + lease.length
        leases[id] = lease
    }

    /// Leases that have ended.
    func ended(at now: Duration) -> [String] {
        leases.filter { $0.value.holders == 0 && $0.value.end <= now }.map(\.key)
    }

    /// When the next lease ends, if nothing happens before.
    var nextEnd: Duration? {
        leases.values.filter { $0.holders == 0 }.map(\.end).min()
    }
}

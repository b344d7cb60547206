/// Leases of the connections.
///
/// A lease expires when its connection was not used for the lease's length. It does not expire
/// while an operation holds it.
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

    /// Removes a lease.
    mutating func remove(_ id: String) {
        leases[id] = nil
    }

    /// Holds a lease until ``letGo(_:at:)`` was called as often as this.
    mutating func hold(_ id: String) {
        leases[id]?.holders += 1
    }

    mutating func letGo(_ id: String, at now: Duration) {
        guard var lease = leases[id] else { return }
        lease.holders -= 1
        lease.end = now + lease.length
        leases[id] = lease
    }

    /// Returns the leases that have expired.
    func ended(at now: Duration) -> [String] {
        leases.filter { $0.value.holders == 0 && $0.value.end <= now }.map(\.key)
    }

    /// Time at which the next lease expires if it is not used before.
    var nextEnd: Duration? {
        leases.values.filter { $0.holders == 0 }.map(\.end).min()
    }
}

import NIOConcurrencyHelpers
import NIOCore

/// Every open connection of a server.
///
/// A TCP connection is a stranger until it shows a token. There is room for few strangers: an
/// address that opens many connections loses its own oldest ones. A connection that has shown a
/// token is never closed to make room.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        var strangers = StrangerTable()
        /// TCP connections that have authenticated.
        var known: Set<ObjectIdentifier> = []
        var isClosed = false
    }

    private let limits: ServerLimits
    private let state = NIOLockedValueBox(State())

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// Registers a connection for as long as its channel is open.
    func add(_ connection: ClientConnection, _ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let (isClosed, pushedOut) = state.withLockedValue { state in
            state.connections[id] = connection
            let evicted = connection.address.map { address in
                state.strangers.add(id, of: TokenGuard.key(address), at: .now(), within: StrangerTable.Limits(limits))
            }
            return (state.isClosed, (evicted ?? []).compactMap { state.connections[$0] })
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLockedValue { state in
                state.connections[id] = nil
                state.strangers.remove(id)
                state.known.remove(id)
            }
            connection.isLeft()
        }
        for connection in pushedOut { connection.close() }
        if isClosed { connection.close() }
        guard connection.address != nil else { return }
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(limits.strangerTime)) { [self] in
            if state.withLockedValue({ $0.strangers.has(id) }) { connection.close() }
        }
        // Without this, many short connections would each leave a timer behind.
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }

    /// Must be called when a connection has authenticated.
    ///
    /// - Returns: False if there are too many connections already.
    func admit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        return state.withLockedValue { state in
            guard state.strangers.has(id) else { return true }
            guard state.known.count < limits.connections else { return false }
            state.strangers.remove(id)
            state.known.insert(id)
            return true
        }
    }

    /// The connection of a channel; nil after the channel was closed.
    subscript(channel: any Channel) -> ClientConnection? {
        state.withLockedValue { $0.connections[ObjectIdentifier(channel)] }
    }

    /// Closes every connection, and each later one as soon as it is added.
    func closeAll() {
        let open = state.withLockedValue { state in
            state.isClosed = true
            return state.connections.values
        }
        for connection in open { connection.close() }
    }
}

/// Connections that have not authenticated yet. Pure.
struct StrangerTable: Sendable {
    /// Maximum numbers of strangers.
    struct Limits: Sendable {
        var inAll: Int
        var ofAddress: Int
        /// Age below which a stranger is evicted only if there are more than twice as many as
        /// `inAll`. It gives each client time to show its token, however many others connect.
        var grace: Duration
    }

    private struct Entry {
        let id: ObjectIdentifier
        let number: UInt64
        let time: NIODeadline
    }

    /// Strangers of one address, oldest first; some may be gone already.
    private struct Queue {
        var entries: [Entry] = []
        var first = 0
        var count = 0
    }

    private struct Place {
        let address: String
        let number: UInt64
    }

    private var places: [ObjectIdentifier: Place] = [:]
    private var queues: [String: Queue] = [:]
    private var nextNumber: UInt64 = 0

    var count: Int { places.count }

    func has(_ id: ObjectIdentifier) -> Bool { places[id] != nil }

    /// Adds a stranger, and evicts others if there are too many: the oldest of the same address,
    /// or, if there are too many in all, the oldest of the address that has most.
    ///
    /// - Returns: The evicted strangers, at most two.
    mutating func add(
        _ id: ObjectIdentifier, of address: String, at now: NIODeadline, within limits: Limits
    ) -> [ObjectIdentifier] {
        places[id] = Place(address: address, number: nextNumber)
        queues[address, default: Queue()].entries.append(Entry(id: id, number: nextNumber, time: now))
        queues[address]?.count += 1
        nextNumber += 1
        var taken: [ObjectIdentifier] = []
        // A second eviction makes up for an earlier one that failed because the stranger was too
        // young.
        while taken.count < 2, let largest = addressToTakeFrom(after: address, limits) {
            let bound = count > 2 * limits.inAll ? now : now - TimeAmount(limits.grace)
            guard let oldest = takeOldest(of: largest, notAfter: bound) else { break }
            taken.append(oldest)
        }
        return taken
    }

    /// The address that loses a stranger; nil if there are not too many.
    private func addressToTakeFrom(after newest: String, _ limits: Limits) -> String? {
        if let count = queues[newest]?.count, count > limits.ofAddress { return newest }
        guard count > limits.inAll, let largest = queues.max(by: { $0.value.count < $1.value.count }) else {
            return nil
        }
        if largest.value.count > 1 { return largest.key }
        // Every address has one connection: the oldest connection goes.
        return places.min { $0.value.number < $1.value.number }?.value.address
    }

    mutating func remove(_ id: ObjectIdentifier) {
        guard let place = places.removeValue(forKey: id), var queue = queues.removeValue(forKey: place.address) else {
            return
        }
        queue.count -= 1
        guard queue.count > 0 else { return }
        // Entries that are gone stay in the queue until there are about as many of them as of the
        // others.
        if queue.entries.count - queue.first > 2 * queue.count + 16 {
            queue.entries = queue.entries[queue.first...].filter(isThere)
            queue.first = 0
        }
        queues[place.address] = queue
    }

    /// Whether the entry is still registered. Identifiers are reused after a connection is gone;
    /// numbers are not.
    private func isThere(_ entry: Entry) -> Bool { places[entry.id]?.number == entry.number }

    /// Removes and returns the oldest stranger of an address; nil if it came later than `bound`.
    private mutating func takeOldest(of address: String, notAfter bound: NIODeadline) -> ObjectIdentifier? {
        guard var queue = queues[address] else { return nil }
        while queue.first < queue.entries.count, !isThere(queue.entries[queue.first]) { queue.first += 1 }
        guard queue.first < queue.entries.count, queue.entries[queue.first].time <= bound else { return nil }
        let oldest = queue.entries[queue.first].id
        queue.first += 1
        queues[address] = queue
        remove(oldest)
        return oldest
    }
}

extension StrangerTable.Limits {
    init(_ limits: ServerLimits) {
        self.init(inAll: limits.strangers, ofAddress: limits.strangersOfAddress, grace: limits.strangerGrace)
    }
}

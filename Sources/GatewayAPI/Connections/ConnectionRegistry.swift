import NIOConcurrencyHelpers
import NIOCore

/// Every open connection of a server.
///
/// A connection over TCP is a stranger until it shows a token. There is room for few strangers: an address that opens many
/// loses its own oldest ones. A connection that has shown a token is never closed to make room.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        var strangers = StrangerTable()
        /// Connections over TCP that have shown who they are.
        var known: Set<ObjectIdentifier> = []
        var isClosed = false
    }

    private let limits: ServerLimits
    private let state = NIOLockedValueBox(State())

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// Keeps a connection for as long as its channel is open.
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
        // Otherwise a crowd that comes and goes would leave one behind for each connection.
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }

    /// To be called when a connection has shown who it is.
    ///
    /// - Returns: False where there is no room for it.
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

    /// Nil once the channel is closed.
    subscript(channel: any Channel) -> ClientConnection? {
        state.withLockedValue { $0.connections[ObjectIdentifier(channel)] }
    }

    /// Closes every connection, and those that come later.
    func closeAll() {
        let open = state.withLockedValue { state in
            state.isClosed = true
            return state.connections.values
        }
        for connection in open { connection.close() }
    }
}

/// Connections of which nobody knows yet whose they are. Pure.
struct StrangerTable: Sendable {
    /// How many there may be.
    struct Limits: Sendable {
        var inAll: Int
        var ofAddress: Int
        /// One that is younger is taken out only where there are twice as many as there may be in all: whoever comes to show a
        /// token has the time for it, however many others come.
        var grace: Duration
    }

    private struct Entry {
        let id: ObjectIdentifier
        let number: UInt64
        let time: NIODeadline
    }

    /// Those of one address, the oldest first, with some that have gone.
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

    /// Adds one, and takes out others where there are too many: the oldest of its address, or, where there are too many in all,
    /// the oldest of the address that has most.
    ///
    /// - Returns: Those that were taken out, at most two.
    mutating func add(
        _ id: ObjectIdentifier, of address: String, at now: NIODeadline, within limits: Limits
    ) -> [ObjectIdentifier] {
        places[id] = Place(address: address, number: nextNumber)
        queues[address, default: Queue()].entries.append(Entry(id: id, number: nextNumber, time: now))
        queues[address]?.count += 1
        nextNumber += 1
        var taken: [ObjectIdentifier] = []
        // The second makes up for one that was too young before.
        while taken.count < 2, let largest = addressToTakeFrom(after: address, limits) {
            let bound = count > 2 * limits.inAll ? now : now - TimeAmount(limits.grace)
            guard let oldest = takeOldest(of: largest, notAfter: bound) else { break }
            taken.append(oldest)
        }
        return taken
    }

    /// Nil where there are not too many.
    private func addressToTakeFrom(after newest: String, _ limits: Limits) -> String? {
        if let count = queues[newest]?.count, count > limits.ofAddress { return newest }
        guard count > limits.inAll, let largest = queues.max(by: { $0.value.count < $1.value.count }) else {
            return nil
        }
        if largest.value.count > 1 { return largest.key }
        // Of as many addresses as there are connections, the oldest connection goes.
        return places.min { $0.value.number < $1.value.number }?.value.address
    }

    mutating func remove(_ id: ObjectIdentifier) {
        guard let place = places.removeValue(forKey: id), var queue = queues.removeValue(forKey: place.address) else {
            return
        }
        queue.count -= 1
        guard queue.count > 0 else { return }
        // Those that have gone are left in it until they are as many as the others.
        if queue.entries.count - queue.first > 2 * queue.count + 16 {
            queue.entries = queue.entries[queue.first...].filter(isThere)
            queue.first = 0
        }
        queues[place.address] = queue
    }

    /// An identifier comes again once its connection is gone; the number does not.
    private func isThere(_ entry: Entry) -> Bool { places[entry.id]?.number == entry.number }

    /// Nil where the oldest came later than `bound`.
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

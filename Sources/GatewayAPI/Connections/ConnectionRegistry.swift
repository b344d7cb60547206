import NIOConcurrencyHelpers
import NIOCore

/// Every open connection of a server.
///
/// A connection over TCP is a stranger until it shows a token. There is room for few strangers: an address that opens many
/// loses its own oldest ones. A connection that has shown a token is never closed to make room.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
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
    func add(_ connection: Connection, _ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let (isClosed, pushedOut) = state.withLockedValue { state in
            state.connections[id] = connection
            let evicted = connection.address.flatMap { address in
                state.strangers.add(
                    id, of: TokenGuard.key(address), atMost: limits.strangers, ofAddress: limits.strangersOfAddress)
            }
            return (state.isClosed, evicted.flatMap { state.connections[$0] })
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLockedValue { state in
                state.connections[id] = nil
                state.strangers.remove(id)
                state.known.remove(id)
            }
            connection.isLeft()
        }
        pushedOut?.close()
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
    subscript(channel: any Channel) -> Connection? {
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
    /// Those of one address, the oldest first, with some that have gone.
    private struct Queue {
        var entries: [(id: ObjectIdentifier, number: UInt64)] = []
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

    /// Adds one, and takes out another where there are too many: the oldest of its address, or, where there are too many in
    /// all, the oldest of the address that has most.
    ///
    /// - Returns: The one that was taken out.
    mutating func add(
        _ id: ObjectIdentifier, of address: String, atMost limit: Int, ofAddress addressLimit: Int
    ) -> ObjectIdentifier? {
        places[id] = Place(address: address, number: nextNumber)
        queues[address, default: Queue()].entries.append((id, nextNumber))
        queues[address]?.count += 1
        nextNumber += 1
        if let count = queues[address]?.count, count > addressLimit { return takeOldest(of: address) }
        guard count > limit, let largest = queues.max(by: { $0.value.count < $1.value.count }) else { return nil }
        if largest.value.count > 1 { return takeOldest(of: largest.key) }
        // Of as many addresses as there are connections, the oldest connection goes.
        let oldest = places.min { $0.value.number < $1.value.number }
        return oldest.flatMap { takeOldest(of: $0.value.address) }
    }

    mutating func remove(_ id: ObjectIdentifier) {
        guard let place = places.removeValue(forKey: id), var queue = queues.removeValue(forKey: place.address) else {
            return
        }
        queue.count -= 1
        guard queue.count > 0 else { return }
        // Those that have gone are left in it until they are as many as the others.
        if queue.entries.count - queue.first > 2 * queue.count + 16 {
            queue.entries = queue.entries[queue.first...].filter { places[$0.id]?.number == $0.number }
            queue.first = 0
        }
        queues[place.address] = queue
    }

    private mutating func takeOldest(of address: String) -> ObjectIdentifier? {
        guard var queue = queues[address] else { return nil }
        // An identifier comes again once its connection is gone; the number does not.
        func isThere(_ entry: (id: ObjectIdentifier, number: UInt64)) -> Bool {
            places[entry.id]?.number == entry.number
        }
        while queue.first < queue.entries.count, !isThere(queue.entries[queue.first]) { queue.first += 1 }
        guard queue.first < queue.entries.count else { return nil }
        let oldest = queue.entries[queue.first].id
        queue.first += 1
        queues[address] = queue
        remove(oldest)
        return oldest
    }
}

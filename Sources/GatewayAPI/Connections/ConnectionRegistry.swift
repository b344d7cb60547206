import NIOConcurrencyHelpers
import NIOCore

/// Every open connection of a server.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var isClosed = false
    }

    private let state = NIOLockedValueBox(State())

    /// Keeps a connection for as long as its channel is open.
    func add(_ connection: Connection, _ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isClosed = state.withLockedValue { state in
            state.connections[id] = connection
            return state.isClosed
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLockedValue { $0.connections[id] = nil }
            connection.isLeft()
        }
        if isClosed { connection.close() }
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

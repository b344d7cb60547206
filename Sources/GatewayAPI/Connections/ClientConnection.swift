import NIOConcurrencyHelpers
import NIOCore

/// One client's connection.
final class ClientConnection: Sendable {
    /// Way by which a request came in.
    enum Origin: Sendable, Hashable {
        /// Every user who can open the socket is trusted.
        case unixSocket
        /// `address` is the client's address without its port.
        case tcp(address: String, isSecure: Bool)
    }

    let origin: Origin
    private let channel: any Channel

    private struct State {
        var isGone = false
        var nextID = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = NIOLockedValueBox(State())

    private let registry: ConnectionRegistry

    init(_ channel: any Channel, _ origin: Origin, _ registry: ConnectionRegistry) {
        self.channel = channel
        self.registry = registry
        self.origin = origin
    }

    /// Calls `handler` once when the client closes its side, or at once if it already has. Returns
    /// a number that ``forget(_:)`` takes.
    ///
    /// A client that only stops sending looks the same as one that disconnects.
    func whenGone(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (id, isGone) = state.withLockedValue { state in
            state.nextID += 1
            if !state.isGone { state.handlers[state.nextID] = handler }
            return (state.nextID, state.isGone)
        }
        if isGone { handler() }
        return id
    }

    func forget(_ id: Int) {
        state.withLockedValue { $0.handlers[id] = nil }
    }

    /// Must be called when the client has closed its side.
    func isLeft() {
        let handlers = state.withLockedValue { state in
            state.isGone = true
            defer { state.handlers = [:] }
            return state.handlers.values
        }
        for handler in handlers { handler() }
    }

    /// Address of a TCP client, which need not be trusted; nil on a unix socket.
    var address: String? {
        guard case .tcp(let address, _) = origin else { return nil }
        return address
    }

    /// Must be called when the client has authenticated.
    ///
    /// - Returns: False if there are too many connections already.
    func admit() -> Bool { registry.admit(channel) }

    /// Closes the connection at once; pending bytes are dropped.
    func close() {
        channel.close(mode: .all, promise: nil)
    }
}

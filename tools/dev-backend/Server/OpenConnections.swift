import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL

/// Open connections, which are closed when the server ends.
final class OpenConnections: Sendable {
    private struct State {
        var isClosed = false
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = NIOLockedValueBox(State())

    func add(_ channel: any Channel) {
        let isLate = state.withLockedValue { state in
            if !state.isClosed { state.channels[ObjectIdentifier(channel)] = channel }
            return state.isClosed
        }
        if isLate { return channel.cut() }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLockedValue { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
        }
    }

    func closeAll() {
        let channels = state.withLockedValue { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.cut() }
    }
}

/// An HTTP/1.1 channel whose connections are registered.
struct RegisteredChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let connections: OpenConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        connections.add(channel)
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension Channel {
    /// Closes the connection at once; with TLS without its closing alert, whose answer would have
    /// to be waited for.
    func cut() {
        eventLoop.execute {
            // This handler exists with TLS only.
            if let tls = try? self.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                tls.close(mode: .all, promise: nil)
            } else {
                self.close(mode: .all, promise: nil)
            }
        }
    }
}

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 channel with the server's limits.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let limits: ServerLimits
    let registry: ConnectionRegistry
    /// Returns the origin of a connection that comes in on this channel.
    let origin: @Sendable (any Channel) -> ClientConnection.Origin

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = ClientConnection(channel, origin(channel), registry)
        registry.add(connection, channel)
        return channel.eventLoop.makeCompletedFuture {
            let requests = RequestGuard(connection, limits)
            try channel.pipeline.syncOperations.addHandler(ByteGuard(requests, stallTime: limits.stallTime))
            return NIOLoopBound(requests, eventLoop: channel.eventLoop)
        }.flatMap { requests in
            base.setup(channel: channel, logger: logger).flatMapThrowing { value in
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(requests.value, position: .after(decoder))
                return value
            }
        }
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

import NIOCore

/// Watches the bytes of a connection: reports the beginning of a request, and closes the connection
/// of a client that reads nothing of what is written to it.
final class ByteGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let requests: RequestGuard
    private let stallTime: Duration
    private var pendingWrites = 0
    private var lastProgress = NIODeadline.now()
    private var check: Scheduled<Void>?

    init(_ requests: RequestGuard, stallTime: Duration) {
        self.requests = requests
        self.stallTime = stallTime
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        requests.bytesArrived(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if pendingWrites == 0 { lastProgress = .now() }
        pendingWrites += 1
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            pendingWrites -= 1
            lastProgress = .now()
        }
        if check == nil { scheduleCheck(context, in: TimeAmount(stallTime)) }
        context.write(data, promise: written)
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    private func scheduleCheck(_ context: ChannelHandlerContext, in delay: TimeAmount) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
            check = nil
            guard pendingWrites > 0 else { return }
            let left = lastProgress + TimeAmount(stallTime) - .now()
            if left <= .zero {
                context.close(mode: .all, promise: nil)
            } else {
                scheduleCheck(context, in: left)
            }
        }
    }
}

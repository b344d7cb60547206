import NIOCore

/// Passes the port's bytes to the dongle's actor, on the event loop that both run on.
final class DongleChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let dongle: Dongle

    init(dongle: Dongle) {
        self.dongle = dongle
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        dongle.assumeIsolated { dongle in
            buffer.readableBytesView.withUnsafeBytes { dongle.received(RawSpan(_unsafeBytes: $0)) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        dongle.assumeIsolated { $0.lineLost() }
        context.fireChannelInactive()
    }

    /// Closes the port after a failed read (EIO when the device is unplugged); `channelInactive`
    /// follows.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

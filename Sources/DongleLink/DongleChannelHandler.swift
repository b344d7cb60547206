import NIOCore

/// Hands the bytes of the port to the dongle's actor, on the loop that both run on.
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

    /// A read that fails (EIO when the device is unplugged) ends the port; `channelInactive` follows.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// Socket for multicast DNS on one network interface.
final class MDNSSocket: Sendable {
    private static let group = "224.0.0.251"
    private static let port = 5353
    /// Linux: a socket gets only the groups that it has joined itself. Source: ip(7), IP_MULTICAST_ALL.
    private static let multicastAll = NIOBSDSocket.Option(rawValue: 49)
    /// Linux: several sockets share a port. Source: socket(7), SO_REUSEPORT.
    private static let reusePort = NIOBSDSocket.Option(rawValue: 15)
    /// Answers in a second; further queries go unanswered, and are asked again.
    private static let answersPerSecond = 50

    let addresses: [[UInt8]]
    private let channel: any Channel
    private let target: SocketAddress

    /// - Parameter answers: Returns the answers to a query that came by this interface.
    init(
        _ interface: ServiceAnnouncer.Interface,
        answers: @escaping @Sendable (DNSQuery, [[UInt8]]) async -> [MDNSRecord]
    ) async throws {
        let addresses = interface.addresses
        self.addresses = addresses
        let target = try SocketAddress(ipAddress: Self.group, port: Self.port)
        self.target = target
        let bound = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(.socketOption(Self.reusePort), value: 1)
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: Self.multicastAll), value: 0)
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_ttl), value: 255)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        MDNSHandler(
                            target: target, addresses: addresses, limit: Self.answersPerSecond, answers: answers))
                }
            }
            .bind(host: "0.0.0.0", port: Self.port).get()
        channel = bound
        do {
            guard let multicast = bound as? any MulticastChannel, let provider = bound as? any SocketOptionProvider,
                let first = addresses.first
            else {
                throw ChannelError.operationUnsupported
            }
            try await multicast.joinGroup(target, device: interface.device).get()
            // The option takes an address in network order.
            let source = first.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            try await provider.unsafeSetSocketOption(
                level: .ip, name: .ip_multicast_if, value: CInt(bitPattern: UInt32(littleEndian: source))
            ).get()
        } catch {
            try? await bound.close()
            throw error
        }
    }

    /// Sends to the group. A datagram that cannot be sent is lost, as any may be.
    func send(_ bytes: [UInt8]) async {
        try? await channel.writeAndFlush(envelope(bytes))
    }

    func sendSoon(_ bytes: [UInt8]) { channel.writeAndFlush(envelope(bytes), promise: nil) }

    private func envelope(_ bytes: [UInt8]) -> AddressedEnvelope<ByteBuffer> {
        AddressedEnvelope(remoteAddress: target, data: ByteBuffer(bytes: bytes))
    }

    func close() async { try? await channel.close() }
}

/// Answers queries, within a rate.
private final class MDNSHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let target: SocketAddress
    private let addresses: [[UInt8]]
    private let limit: Int
    private let answers: @Sendable (DNSQuery, [[UInt8]]) async -> [MDNSRecord]
    private var second = NIODeadline.now()
    private var count = 0

    init(
        target: SocketAddress, addresses: [[UInt8]], limit: Int,
        answers: @escaping @Sendable (DNSQuery, [[UInt8]]) async -> [MDNSRecord]
    ) {
        (self.target, self.addresses, self.limit, self.answers) = (target, addresses, limit, answers)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        let now = NIODeadline.now()
        if now - second > .seconds(1) { (second, count) = (now, 0) }
        guard count < limit, let query = DNSQuery(Array(envelope.data.readableBytesView)) else { return }
        count += 1
        // An asker on another port is no mDNS resolver. Source: RFC 6762, 6.7.
        let isLegacy = envelope.remoteAddress.port != target.port
        let isUnicast = isLegacy || (!query.questions.isEmpty && query.questions.allSatisfy(\.wantsUnicast))
        let channel = context.channel
        let remote = isUnicast ? envelope.remoteAddress : target
        // At most `limit` of these a second, and each ends at once.
        Task { [answers, addresses] in
            let found = await answers(query, addresses)
            guard !found.isEmpty else { return }
            let bytes = MDNSRecord.response(found, to: isLegacy ? query : nil)
            channel.writeAndFlush(
                AddressedEnvelope(remoteAddress: remote, data: ByteBuffer(bytes: bytes)), promise: nil)
        }
    }

    /// Keeps the socket open after a datagram that could not be delivered.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

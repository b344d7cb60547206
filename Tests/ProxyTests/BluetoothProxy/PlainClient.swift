import NIOCore
import NIOPosix

@testable import ESPHomeAPI

/// Client without encryption, for one test.
final class PlainClient {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var bytes: ArraySlice<UInt8> = []

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.inbound, self.outbound) = (inbound.makeAsyncIterator(), outbound)
    }

    /// Connects to a port of this machine, until `body` returns.
    static func with(port: Int, _ body: (PlainClient) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in try await body(PlainClient(inbound, outbound)) }
    }

    func send(_ type: MessageType, _ write: (inout FieldWriter) -> Void = { _ in }) async throws {
        try await outbound.write(ByteBuffer(bytes: PlainFrames.encode(type, FieldWriter(write).bytes) ?? []))
    }

    func hello() async throws {
        try await send(.helloRequest) {
            $0.text(1, "test")
            $0.number(2, 1)
            $0.number(3, 15)
        }
        _ = try await next(.helloResponse)
    }

    /// Returns the next message of a type, passing over others; nil at the end.
    func next(_ type: MessageType) async throws -> FieldReader? {
        while true {
            while let frame = try PlainFrames.take(&bytes) {
                if frame.type == type { return try FieldReader(frame.payload[...]) }
            }
            guard let more = try await inbound.next() else { return nil }
            bytes += more.readableBytesView
        }
    }
}

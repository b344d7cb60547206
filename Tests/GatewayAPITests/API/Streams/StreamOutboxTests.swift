import NIOCore
import Testing

@testable import GatewayAPI

@Suite struct StreamOutboxTests {
    private func lines(_ outbox: StreamOutbox) async -> [String]? { await outbox.take()?.map { String(buffer: $0) } }

    @Test("what came before anybody took it is taken at once, in order")
    func together() async {
        let outbox = StreamOutbox()
        for word in ["a", "b", "", "c"] { await outbox.push(ByteBuffer(string: word)) }
        #expect(await lines(outbox) == ["a", "b", "c"])
    }

    @Test("a lone line is taken as soon as it is there")
    func lone() async {
        let outbox = StreamOutbox()
        async let taken = lines(outbox)
        await outbox.push(ByteBuffer(string: "a"))
        #expect(await taken == ["a"])
    }

    @Test("who puts in waits while it is full")
    func bound() async {
        let outbox = StreamOutbox()
        await outbox.push(ByteBuffer(repeating: 1, count: StreamOutbox.capacity - 1))
        await outbox.push(ByteBuffer(repeating: 2, count: 10))
        let pushed = Task {
            await outbox.push(ByteBuffer(string: "c"))
            outbox.finish()
        }
        #expect(await outbox.take()?.map(\.readableBytes) == [StreamOutbox.capacity - 1, 10])
        #expect(await lines(outbox) == ["c"])
        #expect(await outbox.take() == nil)
        await pushed.value
    }

    @Test("finishing lets what is in it out, closing does not")
    func ends() async {
        let finished = StreamOutbox()
        await finished.push(ByteBuffer(string: "a"))
        finished.finish()
        await finished.push(ByteBuffer(string: "b"))
        #expect(await lines(finished) == ["a"])
        #expect(await finished.take() == nil)
        let closed = StreamOutbox()
        await closed.push(ByteBuffer(string: "a"))
        closed.close()
        #expect(await closed.take() == nil)
        #expect(closed.isClosed && !finished.isClosed)
    }

    @Test("cancelling either side ends both")
    func cancelled() async {
        let empty = StreamOutbox()
        let taker = Task { await empty.take() }
        taker.cancel()
        #expect(await taker.value == nil)
        await empty.push(ByteBuffer(string: "a"))
        #expect(empty.isClosed)
        let full = StreamOutbox()
        await full.push(ByteBuffer(repeating: 1, count: StreamOutbox.capacity))
        let pusher = Task { await full.push(ByteBuffer(string: "a")) }
        pusher.cancel()
        _ = await pusher.value
        #expect(await full.take() == nil)
    }
}

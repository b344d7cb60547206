import Testing

@testable import Recording

@Suite("what waits to be written of a trace") struct WireTraceBufferTests {
    private static let encoder = WireTraceEncoder(application: "tests", isSimulated: false)

    private func record(_ bytes: [UInt8], _ direction: WireDirection = .received, in buffer: inout WireTraceBuffer) {
        bytes.withUnsafeBytes { buffer.record($0, line: 0, direction, microsecondsSince1970: 1_000_000) }
    }

    private func take(_ buffer: inout WireTraceBuffer) -> [TraceBlock] {
        var piece: [UInt8] = []
        buffer.take(into: &piece)
        buffer.settle(unwritten: 0)
        return TraceBlock.all(in: piece)
    }

    @Test("packets say their line, their direction and their time")
    func packets() throws {
        var buffer = WireTraceBuffer(encoder: Self.encoder)
        #expect(buffer.line(named: "a") == 0)
        #expect(buffer.line(named: "b") == 1)
        #expect(buffer.line(named: "a") == 0, "a port that is opened again")
        record([0, 1, 0], in: &buffer)
        ([0, 2, 3, 0] as [UInt8]).withUnsafeBytes {
            buffer.record($0, line: 1, .sent, microsecondsSince1970: 0x1_0000_0002)
        }
        let blocks = take(&buffer)
        #expect(blocks.map(\.type) == [0x0A0D_0D0A, 1, 1, 6, 6])
        #expect(blocks[3].packet == [0, 1, 0] && blocks[4].packet == [0, 2, 3, 0])
        #expect(blocks[3].interface == 0 && blocks[4].interface == 1)
        #expect(blocks[3].microseconds == 1_000_000 && blocks[4].microseconds == 0x1_0000_0002)
        #expect(blocks[3].options[2] == [1, 0, 0, 0] && blocks[4].options[2] == [2, 0, 0, 0])
        #expect(buffer.counts == WireTraceCounts(received: 1, sent: 1, bytesReceived: 3, bytesSent: 4, dropped: 0))
    }

    @Test("what finds no room is dropped and counted, and the next packet and the end say so")
    func dropped() throws {
        var buffer = WireTraceBuffer(encoder: Self.encoder, limit: 2000)
        _ = buffer.line(named: "a")
        let stretch = [0] + [UInt8](repeating: 7, count: 98) + [0]
        for _ in 0..<50 { record(stretch, in: &buffer) }
        let kept = take(&buffer).filter { $0.type == 6 }.count
        #expect((10..<16).contains(kept), "a hundred bytes and their block, twenty times at most")
        record(stretch, in: &buffer)
        let next = try #require(take(&buffer).first)
        #expect(next.number(ofOption: 4) == UInt64(50 - kept))
        record(stretch, in: &buffer)
        buffer.finish()
        let last = take(&buffer)
        #expect(last.first?.options[4] == nil, "told once")
        #expect(last.last?.type == 5)
        #expect(last.last?.number(ofStatistic: 4) == 52)
        #expect(last.last?.number(ofStatistic: 5) == UInt64(50 - kept))
        #expect(buffer.counts.received == 52 && buffer.counts.dropped == UInt64(50 - kept))
    }

    @Test("what is being written takes room until it is")
    func beingWritten() {
        var buffer = WireTraceBuffer(encoder: Self.encoder, limit: 1000)
        _ = buffer.line(named: "a")
        let stretch = [0] + [UInt8](repeating: 7, count: 600) + [0]
        record(stretch, in: &buffer)
        var piece: [UInt8] = []
        buffer.take(into: &piece)
        record(stretch, in: &buffer)
        #expect(buffer.counts.dropped == 1)
        buffer.settle(unwritten: 0)
        record(stretch, in: &buffer)
        #expect(buffer.counts.dropped == 1)
    }

    @Test("text without a zero is told when its line falls silent, not while it goes on")
    func silence() {
        var buffer = WireTraceBuffer(encoder: Self.encoder)
        _ = buffer.line(named: "a")
        _ = take(&buffer)
        for _ in 0..<100 {
            record([0x41], in: &buffer)
            for _ in 1..<WireTraceBuffer.silentTicks { buffer.tick() }
        }
        #expect(take(&buffer).isEmpty)
        #expect(buffer.isBusy, "or nobody would tick")
        buffer.tick()
        #expect(take(&buffer).first?.packet == [UInt8](repeating: 0x41, count: 100))
        #expect(!buffer.isBusy)
    }

    @Test("the longest packet's block goes into a pipe as a whole, comment and drop count included")
    func pipeSize() throws {
        var buffer = WireTraceBuffer(encoder: Self.encoder, limit: 4000)
        _ = buffer.line(named: "a")
        buffer.markSimulated(line: 0)
        var blocks = take(&buffer)
        record([UInt8](repeating: 7, count: StretchCutter.longestPiece), in: &buffer)
        record([UInt8](repeating: 7, count: StretchCutter.longestPiece), in: &buffer)
        blocks = take(&buffer)
        record([UInt8](repeating: 7, count: StretchCutter.longestPiece), in: &buffer)
        blocks += take(&buffer)
        #expect(blocks.count == 2)
        #expect(blocks.first?.options[1] == Array("SIMULATED: no radio was used".utf8))
        #expect(blocks.last?.number(ofOption: 4) == 1)
        #expect(blocks.allSatisfy { $0.length <= 4096 - 64 - 12 })
    }
}

/// A block of a pcapng file, as the tests need it.
struct TraceBlock {
    let type: UInt32
    let length: Int
    private let body: ArraySlice<UInt8>

    static func all(in bytes: [UInt8]) -> [TraceBlock] {
        var blocks: [TraceBlock] = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let length = Int(number(rest.dropFirst(4).prefix(4)))
            guard length >= 12, length <= rest.count else { break }
            blocks.append(
                TraceBlock(
                    type: UInt32(number(rest.prefix(4))), length: length,
                    body: rest.prefix(length - 4).dropFirst(8)))
            rest = rest.dropFirst(length)
        }
        return blocks
    }

    var interface: Int { Int(field(0)) }
    var microseconds: UInt64 { field(4) << 32 | field(8) }
    var packet: [UInt8] { type == 6 ? Array(body.dropFirst(20).prefix(Int(field(12)))) : [] }

    /// Options of a packet, by their codes.
    var options: [UInt64: [UInt8]] { type == 6 ? Self.options(body.dropFirst(20 + (packet.count + 3) / 4 * 4)) : [:] }

    func number(ofOption code: UInt64) -> UInt64? { options[code].map { Self.number($0[...]) } }

    func number(ofStatistic code: UInt64) -> UInt64? {
        Self.options(body.dropFirst(12))[code].map { Self.number($0[...]) }
    }

    private func field(_ offset: Int) -> UInt64 { Self.number(body.dropFirst(offset).prefix(4)) }

    private static func options(_ bytes: ArraySlice<UInt8>) -> [UInt64: [UInt8]] {
        var options: [UInt64: [UInt8]] = [:]
        var rest = bytes
        while rest.count >= 4, number(rest.prefix(2)) != 0 {
            let count = Int(number(rest.dropFirst(2).prefix(2)))
            options[number(rest.prefix(2))] = Array(rest.dropFirst(4).prefix(count))
            rest = rest.dropFirst(4 + (count + 3) / 4 * 4)
        }
        return options
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

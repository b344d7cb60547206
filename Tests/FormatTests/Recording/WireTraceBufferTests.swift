import TestSupport
import Testing

@testable import Recording

@Suite("what waits to be written of a trace") struct WireTraceBufferTests {
    private static let encoder = WireTraceEncoder(application: "tests", isSimulated: false)

    private func record(_ bytes: [UInt8], _ direction: WireDirection = .received, in buffer: inout WireTraceBuffer) {
        bytes.withUnsafeBytes { buffer.record($0, line: 0, direction, microsecondsSince1970: 1_000_000) }
    }

    private func take(_ buffer: inout WireTraceBuffer) -> [CaptureBlock] {
        var piece: [UInt8] = []
        buffer.take(into: &piece)
        buffer.settle(unwritten: 0)
        return CaptureBlock.all(in: piece).blocks
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
        #expect(last.last?.statistics[4] == 52)
        #expect(last.last?.statistics[5] == UInt64(50 - kept))
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
        #expect(blocks.allSatisfy { $0.bytes.count <= 4096 - 64 - 12 })
    }
}

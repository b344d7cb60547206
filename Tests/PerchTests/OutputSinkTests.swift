import Foundation
import Glibc
import Synchronization
import Testing

@testable import Perch

@Suite struct OutputSinkTests {
    @Test("what is written arrives whole and in order, large or small")
    func order() async throws {
        let pipe = Pipe()
        let reading = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
        let sink = OutputSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        var expected: [UInt8] = []
        for number in 0..<500 {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number * 7)
            expected += piece
            await sink.write(piece)
        }
        #expect(sink.close() == nil)
        try pipe.fileHandleForWriting.close()
        #expect(await reading.value == Data(expected))
    }

    @Test("a little is written without being followed by more")
    func idle() async throws {
        let pipe = Pipe()
        let sink = OutputSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        await sink.write(Array("now".utf8))
        // Far longer than necessary, so that a busy machine does not fail the test.
        var entry = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 10_000) == 1)
        #expect(pipe.fileHandleForReading.availableData == Data("now".utf8))
        #expect(sink.close() == nil)
    }

    @Test("a reader that goes away ends the writing, says so once and blocks nobody")
    func brokenPipe() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let failures = Failures()
        let sink = OutputSink(descriptor: pipe.fileHandleForWriting.fileDescriptor) {
            failures.count.add(1, ordering: .relaxed)
        }
        for _ in 0..<300 { await sink.write([UInt8](repeating: 1, count: 100_000)) }
        #expect(sink.close() == EPIPE)
        #expect(failures.count.load(ordering: .relaxed) == 1)
    }

    private final class Failures: Sendable {
        let count = Atomic(0)
    }
}

import TestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Recording

@Suite("trace files", .timeLimit(.minutes(1))) struct WireTraceFileTests {
    private static let stretch: [UInt8] = [0] + [UInt8](repeating: 7, count: 998) + [0]

    private func makePipe() throws -> (reading: Int32, writing: Int32) {
        // A closed reader must be an error of the write, as in the program.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // A process that another test starts meanwhile must not inherit them.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Reads until there are `count` blocks, or nothing comes for 10 s.
    private func blocks(_ count: Int, from descriptor: Int32) -> [CaptureBlock] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while CaptureBlock.all(in: bytes).blocks.count < count, poll(&entry, 1, 10_000) == 1 {
            let got = read(descriptor, &buffer, buffer.count)
            guard got > 0 else { break }
            bytes += buffer.prefix(got)
        }
        return CaptureBlock.all(in: bytes).blocks
    }

    @Test("a reader of a pipe sees a packet while the trace goes on")
    func live() throws {
        let pipe = try makePipe()
        defer {
            close(pipe.reading)
            close(pipe.writing)
        }
        let file = WireTraceFile(descriptor: pipe.writing, name: "pipe", application: "tests")
        #expect(blocks(1, from: pipe.reading).map(\.type) == [0x0A0D_0D0A], "the header does not wait for a packet")
        let line = file.line("/dev/ttyACM0")
        #expect(blocks(1, from: pipe.reading).map(\.type) == [1])
        for number in 1...3 as ClosedRange<UInt8> {
            line.received([0, number, 0].span.bytes, microsecondsSince1970: Int64(number))
            #expect(blocks(1, from: pipe.reading).map(\.packet) == [[0, number, 0]])
        }
        try file.close()
        #expect(blocks(1, from: pipe.reading).map(\.type) == [5])
    }

    @Test("a console's text is seen though no zero ends it")
    func text() throws {
        let pipe = try makePipe()
        defer {
            close(pipe.reading)
            close(pipe.writing)
        }
        let file = WireTraceFile(descriptor: pipe.writing, name: "pipe", application: "tests")
        file.line("/dev/ttyACM0").received(Array("rst:0x1".utf8).span.bytes, microsecondsSince1970: 1)
        #expect(blocks(3, from: pipe.reading).last?.packet == Array("rst:0x1".utf8))
        try file.close()
    }

    @Test("a reader that stops reading holds up neither the line nor the end; every packet is in the pipe or dropped")
    func stalled() throws {
        let pipe = try makePipe()
        let file = WireTraceFile(descriptor: pipe.writing, name: "pipe", application: "tests")
        let line = file.line("/dev/ttyACM0")
        for _ in 0..<20_000 { line.received(Self.stretch.span.bytes, microsecondsSince1970: 1) }
        #expect(file.counts.dropped > 10_000, "20 MB do not fit into 4 MiB and a pipe")
        try file.close()
        close(pipe.writing)
        defer { close(pipe.reading) }
        let packets = blocks(.max, from: pipe.reading).filter { $0.type == 6 }
        #expect(!packets.isEmpty)
        #expect(packets.allSatisfy { $0.packet == Self.stretch })
        #expect(file.counts.received == 20_000)
        #expect(UInt64(packets.count) + file.counts.dropped == 20_000)
    }

    @Test("a reader that goes away ends the trace once, and nothing else")
    func readerLeaves() throws {
        let pipe = try makePipe()
        defer { close(pipe.writing) }
        let failures = Mutex<[RecordingError]>([])
        let told = DispatchSemaphore(value: 0)
        let file = WireTraceFile(descriptor: pipe.writing, name: "pipe", application: "tests") { error in
            failures.withLock { $0.append(error) }
            told.signal()
        }
        let line = file.line("/dev/ttyACM0")
        #expect(blocks(2, from: pipe.reading).count == 2)
        close(pipe.reading)
        line.sent(Self.stretch.span.bytes, microsecondsSince1970: 1)
        #expect(told.wait(timeout: .now() + 10) == .success)
        line.sent(Self.stretch.span.bytes, microsecondsSince1970: 2)
        #expect(throws: RecordingError.cannotWrite(path: "pipe", code: EPIPE)) { try file.close() }
        #expect(failures.withLock { $0 } == [.cannotWrite(path: "pipe", code: EPIPE)])
        #expect(file.counts.sent == 1 && file.counts.dropped == 1)
    }

    @Test(
        "a full disk ends the trace", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full"))
    func fullDisk() throws {
        let told = DispatchSemaphore(value: 0)
        let file = try WireTraceFile(path: "/dev/full", application: "tests") { _ in told.signal() }
        #expect(told.wait(timeout: .now() + 10) == .success)
        #expect(throws: RecordingError.cannotWrite(path: "/dev/full", code: ENOSPC)) { try file.close() }
    }

    @Test("a file is its owner's alone, and whole when it is closed")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.pcapng")
        let file = try WireTraceFile(path: path, application: "tests", isSimulated: true)
        let line = file.line("/dev/ttyACM0")
        for _ in 0..<1000 { line.sent(Self.stretch.span.bytes, microsecondsSince1970: 1) }
        line.received(([0, 1] as [UInt8]).span.bytes, microsecondsSince1970: 2)
        line.markSimulated()
        try file.close()
        try file.close()
        line.received(([2, 0] as [UInt8]).span.bytes, microsecondsSince1970: 3)
        let written = [UInt8](try Data(contentsOf: URL(filePath: folder.path("trace.pcapng"))))
        let (blocks, rest) = CaptureBlock.all(in: written)
        #expect(rest == 0)
        #expect(blocks.count == 2 + 1000 + 1 + 1)
        #expect(blocks.dropLast().last?.packet == [0, 1], "what no zero had ended")
        #expect(blocks.last?.type == 5)
        var info = stat()
        #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    }

    @Test("a named pipe that nobody reads is refused, not waited for")
    func namedPipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: RecordingError.cannotCreate(path: path, code: ENXIO)) {
            _ = try WireTraceFile(path: path, application: "tests")
        }
    }
}

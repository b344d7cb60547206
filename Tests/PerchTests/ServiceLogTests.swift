import Foundation
import Glibc
import Logging
import Testing

@testable import Perch

@Suite(.timeLimit(.minutes(1))) struct ServiceLogTests {
    private let pipe = Pipe()

    private var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// Returns everything that was written, after closing the writing end.
    private func written() throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("a line has its level, its message and its fields, sorted")
    func plain() {
        #expect(LogFormat.plain.line(.warning, "The port went away.") == "perch: warning: The port went away.\n")
        let fields: Logger.Metadata = ["b": "two words", "a": "1", "c": "a\"b", "d": ""]
        #expect(
            LogFormat.plain.line(.info, "x", fields) == "perch: info: x a=1 b=\"two words\" c=\"a\\\"b\" d=\"\"\n")
    }

    @Test(
        "in the journal a line begins with its priority",
        arguments: [
            (Logger.Level.debug, "<7>"), (.info, "<6>"), (.notice, "<5>"), (.warning, "<4>"), (.error, "<3>"),
        ])
    func journal(level: Logger.Level, prefix: String) {
        #expect(LogFormat.journal.line(level, "x", ["a": "1"]) == "\(prefix)x a=1\n")
    }

    @Test("a device's text cannot make a line of its own")
    func forged() {
        #expect(LogFormat.plain.line(.info, "a\n<0>b", ["c": "\u{1B}[2J"]) == "perch: info: a·<0>b c=·[2J\n")
    }

    @Test("the journal is known by device and inode")
    func stream() {
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        let right = "\(status.st_dev):\(status.st_ino)"
        #expect(LogFormat(environment: ["JOURNAL_STREAM": right], descriptor: descriptor) == .journal)
        #expect(LogFormat(environment: ["JOURNAL_STREAM": right + "0"], descriptor: descriptor) == .plain)
        #expect(LogFormat(environment: [:], descriptor: descriptor) == .plain)
    }

    @Test("other packages say warnings and errors only, and a logger's fields are its own")
    func handler() throws {
        let sink = LogSink(format: .plain, descriptor: descriptor)
        var own = Logger(label: "perch.gateway") { ServiceLogHandler(label: $0, level: .info, sink: sink) }
        let other = Logger(label: "Hummingbird") { ServiceLogHandler(label: $0, level: .info, sink: sink) }
        let copy = own
        own[metadataKey: "dongle"] = "d1"
        own.info("one", metadata: ["port": "p"])
        own.debug("two")
        copy.info("three")
        other.info("four")
        other.warning("five")
        sink.flush()
        #expect(
            try written() == "perch: info: one dongle=d1 port=p\nperch: info: three\nperch: warning: five\n")
    }

    @Test("a reader that has stopped does not stop the log, and what is dropped is counted")
    func stopped() async throws {
        let sink = LogSink(format: .plain, descriptor: descriptor)
        // More lines than pipe and sink can hold together.
        let count = 64 + LogSink.limit + 100
        for _ in 0..<count { sink.write(String(repeating: "x", count: 1023) + "\n") }
        sink.flush(atMost: .milliseconds(1))
        let (texts, continuation) = AsyncStream.makeStream(of: String.self)
        // Runs on a thread of its own, since it blocks.
        Thread.detachNewThread { [pipe] in
            continuation.yield(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
            continuation.finish()
        }
        sink.flush(atMost: .seconds(20))
        try pipe.fileHandleForWriting.close()
        let lines = await texts.reduce("", +).split(separator: "\n")
        let told = lines.filter { $0.hasPrefix("perch: warning: ") }
        let dropped = told.compactMap { Int($0.split(separator: " ")[2]) }.reduce(0, +)
        #expect(dropped >= 99)
        #expect(lines.count - told.count + dropped == count)
    }
}

import Foundation
import Glibc
import Testing

/// `perch trace` as a process.
@Suite(.serialized, .timeLimit(.minutes(2))) final class TraceProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-tests-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        // A folder left in the temporary directory does no harm.
        try? FileManager.default.removeItem(at: folder)
    }

    private var path: String { folder.appendingPathComponent("trace.pcapng").path }

    private func blocks() throws -> [UInt32] { try pcapngBlocks(path) }

    @Test("a trace of a scan counts what is in the file")
    func scan() throws {
        let ending = try PerchProcess.run(
            "trace", path, "--port", "sim", "--scan", "--duration", "500ms", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("SIMULATED"))
        let result = try #require(try ending.objects().last)
        let received = try #require(result["received"] as? Int)
        let sent = try #require(result["sent"] as? Int)
        let types = try blocks()
        #expect(types.filter { $0 == 6 }.count == received + sent)
        #expect(types.prefix(2) == [0x0A0D_0D0A, 1] && types.last == 5)
        // HELLO, PING, SCAN_START and SCAN_STOP, and an answer to each.
        #expect(sent >= 4 && received >= 5, "\(result)")
        #expect(result["dropped"] as? Int == 0 && result["file"] as? String == path)
        #expect(result["simulated"] as? Bool == true)
    }

    @Test("a file that is there is kept unless it may be replaced")
    func exists() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let kept = try PerchProcess.run("trace", path, "--port", "sim", "--duration", "100ms")
        #expect(kept.status == 73)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        let replaced = try PerchProcess.run("trace", path, "--port", "sim", "--duration", "100ms", "--force")
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try blocks().contains(6))
    }

    @Test("a greeting that is cut short is in the file")
    func greeting() throws {
        var pair: (CInt, CInt) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        try #require(openpty(&pair.0, &pair.1, &name, nil, nil) == 0)
        defer {
            close(pair.0)
            close(pair.1)
        }
        let port = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let trace = try PerchProcess(["trace", path, "--port", port, "--json"])
        // The first byte of the greeting shows that the program is running.
        var byte: UInt8 = 0
        try #require(read(pair.0, &byte, 1) == 1)
        trace.interrupt()
        let ending = try trace.end()
        #expect(ending.status == 130)
        let result = try #require(try ending.objects().last)
        #expect(result["sent"] as? Int == (try blocks().filter { $0 == 6 }.count))
        #expect(try blocks().contains(6))
        #expect((result["error"] as? [String: Any])?["code"] as? String == "interrupted")
    }

    @Test("a reader of standard output that has enough ends the trace quietly")
    func closedOutput() throws {
        let trace = try PerchProcess(["trace", "-", "--port", "sim", "--scan"])
        // The file begins with a newline.
        #expect(trace.line().isEmpty)
        try trace.closeOutput()
        let ending = try trace.end(readingOutput: false)
        #expect(ending.status == 0, "\(ending.errors)")
    }

    @Test("a file that cannot be written fails the verb", .enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full"))
    func fullDisk() throws {
        let ending = try PerchProcess.run("trace", "/dev/full", "--port", "sim", "--json")
        #expect(ending.status == 74)
        #expect(ending.output.contains(#""code":"cannot-write""#))
    }
}

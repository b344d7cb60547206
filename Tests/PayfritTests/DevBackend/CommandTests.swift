import TestSupport
import DevBackend
import Foundation
import Testing

@Suite("Development server: the program")
struct CommandTests {
    @Test("it prints its address, warns where others can reach it, and ends in order at SIGTERM")
    func start() async throws {
        let local = try Program(["--port", "0"])
        let localLine = local.firstLine()
        let localWords = try local.stop()
        let open = try Program(["--host", "0.0.0.0"])
        let openLine = open.firstLine()
        let openWords = try open.stop()
        #expect(localLine.hasPrefix("Perch dev backend (development only) on http://127.0.0.1:"))
        #expect(localLine.hasSuffix("/api"))
        #expect(openLine.contains(" on http://0.0.0.0:"))
        #expect(localWords.contains("DEV MODE — password: 123456") && !localWords.contains("Warning"))
        #expect(openWords.hasPrefix("Warning: 0.0.0.0 can be reached by others"))
        #expect(local.status == 0 && open.status == 0)
    }

    @Test("its help says what it is for")
    func help() throws {
        let program = try Program(["--help"])
        #expect(program.firstLine().hasSuffix("A development server of the Payfrit API; it is not Payfrit's."))
        _ = try program.end()
    }

    @Test("a port that is taken is told with what to do")
    func taken() throws {
        let first = try Program(["--port", "0"])
        let address = first.firstLine().dropLast("/api".count)
        let port = try #require(address.split(separator: ":").last)
        let second = try Program(["--port", "\(port)"])
        let words = try second.end()
        #expect(second.status == 69 && words.contains("port \(port): "))
        #expect(words.hasSuffix("Next: Choose another port with --port, or --port 0 for a free one.\n"), "\(words)")
        _ = try first.stop()
    }

    @Test(
        "what it cannot do ends it with a sentence",
        arguments: [
            (["--port", "65536"], "--port takes 0 to 65535."),
            (["--tls-key", "k.pem"], "--tls-certificate and --tls-key go together."),
            (["--token-lifetime", "0"], "--token-lifetime takes 1 to 31536000 seconds."),
        ])
    func usage(arguments: [String], sentence: String) throws {
        let program = try Program(arguments)
        #expect(try program.end().hasPrefix("Error: " + sentence))
        #expect(program.status == 64)
    }
}

/// The server as a separate process.
private final class Program {
    private let process = Process()
    private let output = Pipe()
    private let words = Pipe()

    var status: Int32 { process.terminationStatus }

    init(_ arguments: [String]) throws {
        process.executableURL = URL(filePath: BuiltProgram.path("perch-dev-backend"))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = words
        try process.run()
    }

    /// Returns the first line of output, without the line end.
    func firstLine() -> String {
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Sends SIGTERM, and returns the text from standard error.
    func stop() throws -> String {
        process.terminate()
        return try end()
    }

    func end() throws -> String {
        let said = try words.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}

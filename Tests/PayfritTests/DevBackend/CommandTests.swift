import TestSupport
import Testing

@Suite("Development server: the program")
struct CommandTests {
    @Test("it prints its address, warns where others can reach it, and ends in order at SIGTERM")
    func start() async throws {
        let local = try BackendProcess(["--port", "0"])
        let localLine = local.firstLine()
        let localWords = try local.stop()
        let open = try BackendProcess(["--host", "0.0.0.0"])
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
        let program = try BackendProcess(["--help"])
        #expect(program.firstLine().hasSuffix("A development server of the Payfrit API; it is not Payfrit's."))
        _ = try program.end()
    }

    @Test("a port that is taken is told with what to do")
    func taken() throws {
        let first = try BackendProcess(["--port", "0"])
        let address = first.firstLine().dropLast("/api".count)
        let port = try #require(address.split(separator: ":").last)
        let second = try BackendProcess(["--port", "\(port)"])
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
        let program = try BackendProcess(arguments)
        #expect(try program.end().hasPrefix("Error: " + sentence))
        #expect(program.status == 64)
    }
}

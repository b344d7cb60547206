import Testing

@Suite(.timeLimit(.minutes(2))) struct ServeCommandTests {
    private let home: IsolatedHome

    init() throws { home = try IsolatedHome() }

    @Test("serve does not start with a wrong configuration, and tells each mistake in its log")
    func serve() throws {
        let path = try home.file("perch.toml", "[scan]\nmode = 1\nbaud = 2\n")
        let ending = try home.run("serve", "--config", path)
        #expect(ending.status == 78)
        #expect(ending.output.isEmpty)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("perch: error: ") })
        #expect(lines.last?.contains("code=settings-invalid") == true)
        #expect(try home.run("serve", "--config", "/nowhere").status == 66)
        #expect(try home.run("serve", "--baud", "7", "--config", path).status == 64)
        #expect(try home.run("serve", "--scenario", "empty", "--config", try home.file("f", "")).status == 64)
    }
}

import Testing

@testable import GatewayClient

@Suite struct LineAssemblerTests {
    private func feed(_ assembler: inout LineAssembler, _ text: some StringProtocol) throws -> String {
        let lines = try Array(text.utf8).withUnsafeBytes { bytes throws(LineAssembler.TooLong) in
            try assembler.feed(bytes)
        }
        return String(decoding: lines, as: UTF8.self)
    }

    @Test("any split of the bytes gives the same lines")
    func splits() throws {
        let text = "first\n\nthird line\nlast\n"
        for size in 1...text.count {
            var assembler = LineAssembler(limit: 20)
            var rest = text[...]
            var lines = ""
            while !rest.isEmpty {
                let whole = try feed(&assembler, rest.prefix(size))
                #expect(whole.isEmpty || whole.hasSuffix("\n"))
                lines += whole
                rest = rest.dropFirst(size)
            }
            #expect(lines == text)
            #expect(!assembler.isInsideLine)
        }
    }

    @Test("a line that does not end is kept up to the limit and no further")
    func limit() throws {
        var assembler = LineAssembler(limit: 8)
        #expect(try feed(&assembler, "12345678").isEmpty)
        #expect(assembler.isInsideLine)
        #expect(throws: LineAssembler.TooLong.self) { try feed(&assembler, "9") }
        var another = LineAssembler(limit: 8)
        #expect(throws: LineAssembler.TooLong.self) { try feed(&another, "1\n123456789") }
    }
}

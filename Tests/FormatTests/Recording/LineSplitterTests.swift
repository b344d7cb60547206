import Foundation
import Testing

@testable import Recording

@Suite("lines of bounded length")
struct LineSplitterTests {
    private func lines(_ text: String, pieces: Int, limit: Int) -> [LineSplitter.Line] {
        var splitter = LineSplitter(limit: limit)
        var lines: [LineSplitter.Line] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            splitter.feed(Array(bytes[start..<min(start + pieces, bytes.count)]))
            while let line = splitter.next() { lines.append(line) }
        }
        if let line = splitter.finish() { lines.append(line) }
        #expect(splitter.finish() == nil)
        return lines
    }

    @Test("any split of the text gives the same lines", arguments: 1...20)
    func splits(pieces: Int) {
        let text = "one\n\n12345678\n123456789\nlast"
        let expected: [LineSplitter.Line] = [
            .text(Data("one".utf8)), .text(Data()), .text(Data("12345678".utf8)), .tooLong, .text(Data("last".utf8)),
        ]
        #expect(lines(text, pieces: pieces, limit: 8) == expected)
    }

    @Test("a last line that is too long is reported once", arguments: [1, 5, 100])
    func endless(pieces: Int) {
        #expect(lines("a\n" + String(repeating: "b", count: 50), pieces: pieces, limit: 8).last == .tooLong)
        #expect(lines("a\n" + String(repeating: "b", count: 50), pieces: pieces, limit: 8).count == 2)
    }

    @Test("nothing has no lines")
    func empty() {
        #expect(lines("", pieces: 1, limit: 8) == [])
        #expect(lines("\n", pieces: 1, limit: 8) == [.text(Data())])
    }
}

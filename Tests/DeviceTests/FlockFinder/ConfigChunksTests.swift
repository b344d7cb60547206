import FlockFinder
import Testing

struct ConfigChunksTests {
    private let text = Array(
        (#"{"v":1,"ssid":["# + (0..<40).map { #"{"p":"Flück-\#($0)","t":"{{{😀😀"}"# }.joined(separator: ",") + "]}").utf8
    )

    @Test("what fits a write is one write, without markers")
    func single() {
        for (count, mtu, isFramed) in [(480, 517, false), (481, 517, true), (244, 247, false), (245, 247, true)] {
            let chunks = ConfigChunks([UInt8](repeating: 0x20, count: count), mtu: mtu)
            #expect(chunks.isFramed == isFramed)
            #expect(chunks.writes.count == (isFramed ? 4 : 1))
        }
    }

    @Test("joined again, the chunks are the text, at any MTU", arguments: [11, 12, 13, 23, 24, 50, 100, 185, 247, 517])
    func joined(_ mtu: Int) {
        let chunks = ConfigChunks(text, mtu: mtu)
        #expect(chunks.writes.first == ConfigChunks.start)
        #expect(chunks.writes.last == ConfigChunks.end)
        let parts = chunks.writes.dropFirst().dropLast()
        #expect(Array(parts.joined()) == text)
        #expect(parts.allSatisfy { !$0.isEmpty && $0.count <= max(min(480, mtu - 3), 8) })
    }

    @Test("each chunk is text by itself, and none but the first begins like a config", arguments: [23, 50, 100, 247])
    func borders(_ mtu: Int) {
        let parts = ConfigChunks(text, mtu: mtu).writes.dropFirst().dropLast()
        #expect(parts.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
        #expect(parts.dropFirst().allSatisfy { $0.first != UInt8(ascii: "{") })
    }

    @Test("no chunk is taken for a marker")
    func markers() {
        for shift in 0..<24 {
            let text = Array(
                ("{" + String(repeating: "a", count: shift) + "CONFIG_ENDCONFIG_STARTCONFIG_END"
                    + String(repeating: "b", count: 40) + "}").utf8)
            let parts = ConfigChunks(text, mtu: 23).writes.dropFirst().dropLast()
            #expect(Array(parts.joined()) == text)
            #expect(parts.allSatisfy { !$0.starts(with: ConfigChunks.start) && !$0.starts(with: ConfigChunks.end) })
        }
    }

    @Test("text without a good border is cut all the same", arguments: [UInt8(ascii: "{"), 0xBF])
    func noBorder(_ byte: UInt8) {
        let text = [UInt8](repeating: byte, count: 100)
        let parts = ConfigChunks(text, mtu: 23).writes.dropFirst().dropLast()
        #expect(Array(parts.joined()) == text)
        #expect(parts.count == 5)
    }
}

import Testing

@testable import RESTClient

@Suite struct DERReaderTests {
    @Test("elements are read one after the other, with lengths of either form")
    func elements() {
        let long = [UInt8](repeating: 7, count: 300)
        var reader = DERReader(([0x02, 0x01, 0x05] + [0x04, 0x82, 0x01, 0x2C] + long + [0x05, 0x00])[...])
        #expect(reader.nextTag == 0x02)
        #expect(reader.next()?.content == [5])
        #expect(reader.next()?.content == long[...])
        #expect(reader.next()?.content == [])
        #expect(reader.next() == nil)
        #expect(reader.nextTag == nil)
    }

    @Test(
        "what is cut off, or has a length that nothing has, is no element",
        arguments: [
            [], [0x30], [0x30, 0x02, 0x00], [0x30, 0x80], [0x30, 0x82, 0x01], [0x30, 0x85, 1, 1, 1, 1, 1],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0xFF],
        ])
    func cut(bytes: [UInt8]) {
        var reader = DERReader(bytes[...])
        #expect(reader.next() == nil)
    }
}

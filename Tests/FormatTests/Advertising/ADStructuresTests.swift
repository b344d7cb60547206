import Testing

@testable import Advertising

/// Walks all the data: type and value of each structure, and the malformation that ended the walk.
private func walk(_ data: [UInt8]) -> (structures: [ADStructure], malformation: Malformation?) {
    var structures: [ADStructure] = []
    var walk = ADStructures()
    while let structure = walk.next(in: data.span.bytes) { structures.append(structure) }
    return (structures, walk.malformation)
}

@Suite("the walk over AD structures")
struct ADStructuresTests {
    @Test("types and values are those of the data")
    func structures() {
        let (structures, malformation) = walk(bytes("020106 0109 03ff4c00"))
        #expect(
            structures == [
                ADStructure(type: .flags, value: 2..<3), ADStructure(type: .completeLocalName, value: 5..<5),
                ADStructure(type: .manufacturerData, value: 7..<9),
            ])
        #expect(structures.map(\.offset) == [0, 3, 5])
        #expect(malformation == nil)
    }

    @Test("no data and padding are well formed", arguments: ["", "00", "0000", "02010600", "0201060000000000"])
    func padding(hex: String) {
        #expect(walk(bytes(hex)).malformation == nil)
    }

    @Test(
        "a fault is named with its place, and what lies before it is kept",
        arguments: [
            ("02010602", Malformation.lengthPastEnd(offset: 3, declared: 2, available: 0), 1),
            ("0201060309aa", .lengthPastEnd(offset: 3, declared: 3, available: 2), 1),
            ("ff", .lengthPastEnd(offset: 0, declared: 255, available: 0), 0),
            ("020106000001", .zeroLength(offset: 3), 1),
            ("002ac932ebcf", .zeroLength(offset: 0), 0),
            ("0c002beeddcc", .lengthPastEnd(offset: 0, declared: 12, available: 5), 0),
        ])
    func faults(hex: String, malformation: Malformation, kept: Int) {
        let walked = walk(bytes(hex))
        #expect(walked.malformation == malformation)
        #expect(walked.structures.count == kept)
    }

    @Test("the walk stays at its end")
    func end() {
        var walk = ADStructures()
        let data = bytes("020106020a")
        #expect(walk.next(in: data.span.bytes) != nil)
        for _ in 0..<3 {
            #expect(walk.next(in: data.span.bytes) == nil)
            #expect(walk.malformation == .lengthPastEnd(offset: 3, declared: 2, available: 1))
        }
    }
}

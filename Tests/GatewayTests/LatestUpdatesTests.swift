import Testing

@testable import Gateway

struct LatestUpdatesTests {
    @Test("a reader that is too late is told exactly how many it missed, before what is left")
    func missed() async {
        let updates = LatestUpdates<Int>(capacity: 4) { -Int($0) }
        for number in 1...10 { updates.tell(number) }
        var iterator = updates.makeIterator()
        var read: [Int?] = []
        for _ in 0..<3 { read.append(await iterator.next()) }
        for number in 11...14 { updates.tell(number) }
        updates.finish()
        while let next = await iterator.next() { read.append(next) }
        #expect(read == [-6, 7, 8, -2, 11, 12, 13, 14])
    }
}

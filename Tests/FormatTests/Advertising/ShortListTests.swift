import Testing

@testable import Advertising

struct ShortListTests {
    @Test("a list is what was appended, however long", arguments: 0...5)
    func appended(count: Int) {
        var list = ShortList<Int>()
        for number in 0..<count { list.append(number) }
        #expect(Array(list) == Array(0..<count))
        #expect(list.count == count)
        #expect(list.first == (count > 0 ? 0 : nil) && list.last == (count > 0 ? count - 1 : nil))
        #expect(ShortList(list) { $0 * 2 } == evens(count))
        #expect((0..<count).allSatisfy { list[$0] == $0 })
    }

    @Test("a copy does not take part in what is appended later", arguments: 0...3)
    func copies(count: Int) {
        var list = evens(count)
        let copy = list
        list.append(-1)
        #expect(Array(copy) == (0..<count).map { $0 * 2 })
        #expect(list.count == copy.count + 1)
        #expect(list != copy)
    }

    private func evens(_ count: Int) -> ShortList<Int> {
        var list = ShortList<Int>()
        for number in 0..<count { list.append(number * 2) }
        return list
    }
}

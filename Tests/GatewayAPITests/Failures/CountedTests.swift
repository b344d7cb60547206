import Testing

@testable import Failures

@Suite struct CountedTests {
    @Test("one is singular, every other number is not")
    func words() {
        #expect([0, 1, 2].map { counted($0, "session") } == ["0 sessions", "1 session", "2 sessions"])
        #expect(counted(UInt64(1), "entry", "entries") == "1 entry")
        #expect(counted(UInt64(0), "entry", "entries") == "0 entries")
    }
}

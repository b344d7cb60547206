import Testing

@testable import Gateway

@Suite struct LeaseBookTests {
    @Test("a lease ends when nobody has used it for its length")
    func end() {
        var leases = LeaseBook()
        #expect(leases.nextEnd == nil)
        leases.add("a", length: .seconds(30), at: .seconds(10))
        leases.add("b", length: .seconds(60), at: .seconds(10))
        #expect(leases.nextEnd == .seconds(40))
        #expect(leases.ended(at: .seconds(39)) == [])
        #expect(leases.ended(at: .seconds(40)) == ["a"])
        leases.remove("a")
        #expect(leases.nextEnd == .seconds(70))
    }

    @Test("each use renews it, and while it is held it does not end")
    func use() {
        var leases = LeaseBook()
        leases.add("a", length: .seconds(30), at: .zero)
        leases.hold("a")
        leases.hold("a")
        #expect(leases.ended(at: .seconds(1000)) == [] && leases.nextEnd == nil)
        leases.letGo("a", at: .seconds(1000))
        #expect(leases.ended(at: .seconds(2000)) == [])
        leases.letGo("a", at: .seconds(2000))
        #expect(leases.nextEnd == .seconds(2030))
        #expect(leases.ended(at: .seconds(2030)) == ["a"])
    }

    @Test("one that is gone is nobody's any more")
    func gone() {
        var leases = LeaseBook()
        leases.hold("a")
        leases.letGo("a", at: .zero)
        #expect(leases.nextEnd == nil && leases.ended(at: .seconds(1)) == [])
    }
}

import Testing

@testable import DongleLink

@Suite struct StreamAReceiverTests {
    @Test("an acknowledgement leaves with the eighth event, or 20 ms after the first")
    func acknowledges() {
        var receiver = StreamAReceiver()
        for counter in 0..<7 as Range<UInt16> {
            let (take, grant) = receiver.receive(counter, now: .milliseconds(5))
            #expect(take && grant == nil)
        }
        #expect(receiver.deadline == .milliseconds(25))
        let result1 = receiver.receive(7, now: .milliseconds(6))
        #expect(result1 == (true, .acknowledge))
        receiver.granted()
        #expect(receiver.deadline == nil)
        #expect(receiver.next == 8)
    }

    @Test("a gap asks for a repeat once, and again when the repeat lost something too")
    func gap() {
        var receiver = StreamAReceiver()
        _ = receiver.receive(0, now: .zero)
        let result2 = receiver.receive(2, now: .zero)
        #expect(result2 == (false, .repeatFromNext))
        let result3 = receiver.receive(3, now: .zero)
        #expect(result3 == (false, nil))
        let result4 = receiver.receive(2, now: .zero)
        #expect(result4 == (false, .repeatFromNext))
        #expect(receiver.isBehind)
        for counter in 1...3 as ClosedRange<UInt16> {
            let taken = receiver.receive(counter, now: .zero).take
            #expect(taken)
        }
        #expect(!receiver.isBehind)
    }

    @Test("a duplicate is acknowledged at once and not taken")
    func duplicate() {
        var receiver = StreamAReceiver()
        _ = receiver.receive(0, now: .zero)
        let result5 = receiver.receive(0, now: .zero)
        #expect(result5 == (false, .acknowledge))
    }

    @Test("counters wrap")
    func wraps() {
        var receiver = StreamAReceiver()
        for number in 0..<70_000 {
            let taken = receiver.receive(UInt16(truncatingIfNeeded: number), now: .zero).take
            #expect(taken)
        }
    }
}

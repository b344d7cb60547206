import Testing

@testable import Gateway

/// Small parts of a run.
@Suite struct RunPartsTests {
    @Test("of the answers of a beacon so many are kept, the others counted, and its hanging up always told")
    func answers() {
        let gate = AnswerGate()
        for _ in 0..<AnswerGate.limit { #expect(gate.admits(.answered([1]))) }
        #expect(!gate.admits(.answered([1])) && !gate.admits(.answered([2])))
        #expect(!gate.admits(.lost(3)) && !gate.admits(.lost(4)))
        #expect(gate.admits(.disconnected(reason: 0x13)))
        #expect(gate.counts == (dropped: 2, lost: 7))
    }

    @Test("a mark finds its password in another list of the same run, and in no other run")
    func marks() {
        let mark = PasswordMark.mark(of: "dx1234", run: 7)
        #expect((0...65_535).contains(mark))
        #expect(PasswordMark.places(of: [mark], in: ["555555", "dx1234", "000000"], run: 7) == [1])
        #expect(PasswordMark.places(of: [mark], in: ["dx1234", "555555"], run: 7) == [0])
        #expect(PasswordMark.places(of: [mark], in: ["555555", "dx1234", "000000"], run: 8) == [])
        #expect(PasswordMark.places(of: [], in: ["dx1234"], run: 7) == [])
    }

    @Test("slots are the dongle's as well as the order's, and are given back once")
    func slots() async {
        let (order, dongle) = (Slots(2), Slots(1))
        let (first, second) = (SlotLease([order, dongle]), SlotLease([order, dongle]))
        #expect(await first.take())
        #expect(order.free == 1 && dongle.free == 0)
        // This lease waits for a slot of the dongle; once cancelled, it holds none of the order's
        // either.
        let waiting = Task { await second.take() }
        waiting.cancel()
        #expect(await waiting.value == false)
        #expect(order.free == 1 && dongle.free == 0)
        first.giveBack()
        first.giveBack()
        #expect(order.free == 2 && dongle.free == 1)
    }
}

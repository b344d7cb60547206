import DongleProtocol
import Testing

@testable import Gateway

@Suite struct RunningScanTests {
    private let active = ScanStartRequest(mode: .active)
    private let passive = ScanStartRequest(mode: .passive)

    @Test("what runs is heard, except while the dongle has no session")
    func hearing() {
        var state = RunningScan()
        #expect(!state.isHearing && state.differs(from: active) && !state.differs(from: nil))
        state.started(active)
        #expect(state.isHearing && !state.differs(from: active) && state.differs(from: passive))
        state.interrupted(state.number)
        #expect(!state.isHearing && !state.differs(from: active))
        let brokeBefore = state.restored(state.number)
        #expect(!brokeBefore && state.isHearing)
        state.ended()
        #expect(!state.isHearing && !state.differs(from: nil))
    }

    @Test("a scan that broke off does not run, and one that works again is to be taken up")
    func broken() {
        var state = RunningScan()
        state.started(active)
        let isNews = state.broke(state.number)
        #expect(isNews && !state.isHearing && state.differs(from: active))
        let isNewsAgain = state.broke(state.number)
        #expect(!isNewsAgain)
        let worksAgain = state.restored(state.number)
        #expect(worksAgain && !state.isHearing)
    }

    @Test("after a failure the dongle is told to stop before it is left alone")
    func failure() {
        var state = RunningScan()
        state.started(active)
        state.failed()
        #expect(!state.isHearing && state.differs(from: nil) && state.differs(from: active))
        state.ended()
        #expect(!state.differs(from: nil))
    }

    @Test("what the feed of an earlier scan says is of no concern")
    func earlier() {
        var state = RunningScan()
        state.started(active)
        let old = state.number
        state.ended()
        state.started(passive)
        let broke = state.broke(old)
        state.interrupted(old)
        #expect(!broke && state.isHearing)
        state.interrupted(state.number)
        let restored = state.restored(old)
        #expect(!restored && !state.isHearing)
    }
}

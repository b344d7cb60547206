import Testing

@testable import Gateway

/// A state that `#expect` may change.
private final class Machine {
    private var state = BridgeState()

    var phase: BridgeState.Phase { state.phase }
    var nextStart: Duration? { state.nextStart }
    var deadline: Duration? { state.deadline }

    func begin(at now: Duration) { state.begin(at: now) }
    func named(_ port: String) -> Bool { state.named(port) }
    func linked(at now: Duration) { state.linked(at: now) }
    func received(_ count: UInt64, at now: Duration) -> BridgeState.Action? { state.received(count, at: now) }
    func unanswered(at now: Duration) -> BridgeState.Action? { state.unanswered(at: now) }
    func stop(at now: Duration) -> BridgeState.Action? { state.stop(at: now) }
    func tick(at now: Duration) -> BridgeState.Action? { state.tick(at: now) }
    func ended(isFinal: Bool, at now: Duration) -> Bool { state.ended(isFinal: isFinal, at: now) }
    func isExpected(at now: Duration) -> Bool { state.isExpected(at: now) }
}

@Suite struct BridgeStateTests {
    /// A state whose bridge was started at that time and has named its port.
    private func live(at now: Duration = .zero) -> Machine {
        let state = Machine()
        state.begin(at: now)
        #expect(state.named("/dev/pts/1"))
        state.linked(at: now)
        return state
    }

    @Test("it starts again after 0.2 s, then twice as long each time, up to 30 s; at once after a minute of life")
    func backOff() {
        let state = Machine()
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 0..<10 {
            state.begin(at: now)
            now += .seconds(59)
            #expect(!state.ended(isFinal: false, at: now))
            waits.append((state.nextStart ?? .zero) - now)
        }
        #expect(waits == [200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000].map { .milliseconds($0) })
        state.begin(at: now)
        _ = state.ended(isFinal: false, at: now + .seconds(60))
        #expect(state.nextStart == now + .seconds(60) + .milliseconds(200))
    }

    @Test("an end that is final is followed by no start")
    func final() {
        let state = live()
        #expect(!state.ended(isFinal: true, at: .seconds(1)))
        #expect(state.phase == .over && state.nextStart == nil && !state.isExpected(at: .seconds(1)))
    }

    @Test("it names its port once")
    func named() {
        let state = live()
        #expect(!state.named("/dev/pts/2"))
        #expect(state.phase == .live(port: "/dev/pts/1"))
    }

    @Test("without a valid frame for 10 s it is ended, and killed 2 s later")
    func silence() {
        let state = live()
        #expect(state.received(1, at: .seconds(1)) == nil)
        #expect(state.received(2, at: .seconds(9)) == nil)
        #expect(state.received(2, at: .seconds(18)) == nil)
        #expect(state.received(2, at: .seconds(19)) == .end)
        #expect(state.received(2, at: .seconds(20)) == nil)
        #expect(state.deadline == .seconds(21))
        #expect(state.tick(at: .seconds(20)) == nil)
        #expect(state.tick(at: .seconds(21)) == .kill)
        #expect(state.ended(isFinal: false, at: .seconds(22)))
    }

    @Test("a new link begins the silence anew, whatever its count")
    func relinked() {
        let state = live()
        #expect(state.received(7, at: .seconds(1)) == nil)
        state.linked(at: .seconds(30))
        #expect(state.received(7, at: .seconds(31)) == nil)
        #expect(state.received(7, at: .seconds(40)) == nil)
        #expect(state.received(7, at: .seconds(41)) == .end)
    }

    @Test("a greeting without an answer ends it")
    func unanswered() {
        let state = live()
        #expect(state.unanswered(at: .seconds(5)) == .end)
        #expect(state.unanswered(at: .seconds(6)) == nil)
        #expect(state.ended(isFinal: false, at: .seconds(6)))
    }

    @Test("a start that takes longer than two minutes is ended, and the bridge killed")
    func slowStart() {
        let state = Machine()
        state.begin(at: .zero)
        #expect(state.deadline == .seconds(120))
        #expect(state.tick(at: .seconds(119)) == nil)
        #expect(state.tick(at: .seconds(120)) == .end)
        #expect(!state.named("/dev/pts/1"))
        #expect(state.tick(at: .seconds(122)) == .kill)
    }

    @Test("a bridge that is not wanted any more is ended, and did not hang")
    func stop() {
        let state = live()
        #expect(state.stop(at: .seconds(1)) == .end)
        #expect(state.tick(at: .seconds(3)) == .kill)
        #expect(!state.ended(isFinal: false, at: .seconds(3)))
        #expect(state.stop(at: .seconds(3)) == nil)
    }

    @Test("those who want the port wait for a start, and for one that is near")
    func expected() {
        let state = Machine()
        #expect(state.isExpected(at: .zero))
        for wait in [200, 400, 800] {
            state.begin(at: .zero)
            #expect(state.isExpected(at: .zero))
            _ = state.ended(isFinal: false, at: .zero)
            #expect(state.isExpected(at: .zero), "\(wait)")
        }
        state.begin(at: .zero)
        _ = state.ended(isFinal: false, at: .zero)
        #expect(!state.isExpected(at: .zero) && state.isExpected(at: .milliseconds(600)))
    }
}

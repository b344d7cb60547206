import Testing

@testable import Perch

@Suite struct StopConditionTests {
    @Test("only the first reason counts, for those who wait before and after")
    func first() async {
        let stop = StopCondition()
        async let early = stop.wait()
        stop.stop(.signal)
        stop.stop(.outputClosed)
        #expect(await early == .signal)
        #expect(await stop.wait() == .signal)
        #expect(stop.reason == .signal)
    }

    @Test("waiting ends with its task")
    func cancelled() async {
        let stop = StopCondition()
        let waiting = Task { await stop.wait() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        #expect(stop.reason == nil)
    }

    @Test("time is a reason where a limit is given")
    func limit() async {
        let stop = StopCondition()
        #expect(await stop.wait(atMost: .milliseconds(1)) == .satisfied)
        stop.stop(.signal)
        #expect(await stop.wait(atMost: .seconds(3600)) == .signal)
    }
}

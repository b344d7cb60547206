import Concurrency
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct GatewayClockTests {
    @Test("who comes late to a time sleeps no longer, under the system's clock")
    func late() async {
        // The clock has run for long, so that a point in time mistaken for a duration would be
        // hours.
        let clock = GatewayClock.system(since: .now - .seconds(86_400))
        let begin = clock.now()
        await clock.sleep(begin + .milliseconds(50))
        #expect(clock.now() - begin >= .milliseconds(50))
        // This time is already past: waiting for it would only end at the test's time limit.
        await clock.sleep(clock.now() - .seconds(1))
        await Signal().wait(until: begin, clock)
    }

    @Test("time that passes between the decision to wait and the wait itself counts")
    func passed() async {
        let manual = ManualClock()
        // Each reading of the time takes a second, as on a busy machine.
        let clock = GatewayClock(
            now: {
                defer { manual.advance(by: .seconds(1)) }
                return manual.clock.now()
            }, sleep: manual.clock.sleep)
        let deadline = clock.now() + .seconds(2)
        await Signal().wait(until: deadline, clock)
        #expect(manual.clock.now() == .seconds(2))
        #expect(manual.sleepers == 0)
    }
}

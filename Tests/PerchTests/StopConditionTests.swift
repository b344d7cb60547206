import Failures
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

    @Test("a second signal is told from the first, also where the verb was ending before")
    func signals() {
        let stop = StopCondition()
        stop.stop(.satisfied)
        #expect(!stop.signalled())
        #expect(stop.signalled())
        #expect(stop.reason == .satisfied)
    }

    @Test("that enough was done cuts no work short, however early", .timeLimit(.minutes(1)))
    func satisfied() async throws {
        let stop = StopCondition()
        stop.stop(.satisfied)
        let (goOn, input) = AsyncStream.makeStream(of: Int.self)
        async let value = stop.interruptible {
            for await number in goOn { return number }
            return 0
        }
        // Gives the program ample time after the reason was seen.
        for _ in 0..<1000 { await Task.yield() }
        input.yield(7)
        #expect(try await value == 7)
    }

    @Test(
        "a signal, or the loss of the output's reader, cuts work short", arguments: [StopReason.signal, .outputClosed])
    func interrupted(_ reason: StopReason) async throws {
        let stop = StopCondition()
        let (never, input) = AsyncStream.makeStream(of: Int.self)
        let work = Task {
            try await stop.interruptible {
                for await number in never { return number }
                throw CancellationError()
            }
        }
        stop.stop(reason)
        await #expect(throws: Failure.self) { try await work.value }
        withExtendedLifetime(input) {}
    }

    @Test("what goes wrong in the work is what is thrown")
    func failed() async {
        struct Wrong: Error {}
        await #expect(throws: Wrong.self) { try await StopCondition().interruptible { throw Wrong() } }
    }
}

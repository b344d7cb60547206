import Failures
import GatewayClient
import GatewayModel
import Testing

@testable import Perch

@Suite struct ScanProgressTests {
    private static let problem = Problem(
        title: "Bad Gateway", status: 502, detail: "Its radio failed.", code: "status-radio", hint: "Reboot it.",
        retryable: true, exitCode: 74)
    private static let gone = LinkLine(dongle: "a", message: "The port went away.")

    private func take(_ updates: [AdvertStream.Update], isAlone: Bool = true) throws -> (ScanProgress, [String]) {
        var progress = ScanProgress()
        progress.isAlone = isAlone
        let said = try updates.compactMap { try progress.take($0) }
        return (progress, said)
    }

    @Test("until the end what came through is counted, then what the gateway says")
    func counts() throws {
        let adverts = AdvertStream.Update.adverts(AdvertLines(bytes: [], count: 3))
        let updates: [AdvertStream.Update] = [
            adverts, .lost(CountLine(dongle: "a", count: 2)), .missed(CountLine(dongle: nil, count: 4)), adverts, .idle,
        ]
        #expect(try take(updates).0.counts == ScanCounts(received: 6, lost: 2, missed: 4))
        let end = StreamEnd(
            received: 9, lost: 2, missed: 4, filtered: 3, malformed: 1, interruptions: 0, reason: .asked)
        #expect(
            try take(updates + [.end(end)]).0.counts
                == ScanCounts(received: 9, lost: 2, missed: 4, filtered: 3, malformed: 1, endReason: .asked))
    }

    @Test("the counts make a sentence, of which those that are 0 are left out")
    func sentence() {
        #expect(ScanCounts(received: 9).sentence(lasted: .milliseconds(1500)) == "9 adverts in 1.5 s.")
        #expect(
            ScanCounts(received: 9, lost: 2, missed: 4, filtered: 3, malformed: 1).sentence(lasted: .seconds(60))
                == "9 adverts in 60.0 s, 2 lost, 4 missed, 3 filtered out, 1 malformed.")
    }

    @Test("a dongle that goes away and comes back is told, by name where there are several")
    func interruption() throws {
        let (progress, said) = try take([.interrupted(Self.gone)])
        #expect(progress.counts.isAway)
        #expect(progress.counts.interruptions == 1)
        #expect(said == ["perch: The port went away. Waiting for it."])
        let (later, more) = try take([.interrupted(Self.gone), .restored(Self.gone)], isAlone: false)
        #expect(!later.counts.isAway)
        #expect(
            more == [
                "perch: a: The port went away. Waiting for it.", "perch: a: The dongle is back; the scan goes on.",
            ])
    }

    @Test("one dongle of several that keeps failing is told once, and again after it was back")
    func failing() throws {
        let failed = AdvertStream.Update.failed(
            LinkLine(dongle: "a", message: Self.problem.detail, error: Self.problem))
        let words = "perch: a: Its radio failed."
        #expect(try take([failed, failed], isAlone: false).1 == [words])
        let (_, said) = try take([failed, .restored(Self.gone), failed, failed], isAlone: false)
        #expect(said == [words, "perch: a: The dongle is back; the scan goes on.", words])
    }

    @Test("one dongle of two that is back leaves the other away")
    func two() throws {
        let other = LinkLine(dongle: "b", message: "It fell silent.")
        let (progress, _) = try take(
            [.interrupted(Self.gone), .interrupted(other), .restored(Self.gone)], isAlone: false)
        #expect(progress.counts.isAway)
    }

    @Test("a radio that fails ends the scan where it is the only one")
    func failed() throws {
        let failed = AdvertStream.Update.failed(LinkLine(dongle: "a", message: "x", error: Self.problem))
        #expect(throws: Failure(Self.problem)) { try take([failed]) }
        #expect(try take([failed], isAlone: false).1 == ["perch: a: Its radio failed."])
    }

    @Test("a problem is the failure that it was on the other side")
    func problem() {
        var problem = Self.problem
        problem.outcome = .unknown
        let failure = ClientError.problem(problem).failure
        #expect(
            failure
                == Failure(
                    code: "status-radio", message: "Its radio failed.", hint: "Reboot it.", isRetryable: true,
                    exit: .inputOutput, outcome: .unknown))
        problem.exitCode = 0
        #expect(ClientError.problem(problem).failure.exit == .software)
        problem.exitCode = 12345
        #expect(ClientError.problem(problem).failure.exit == .software)
    }

    @Test(
        "every other error of a client has its exit code",
        arguments: [
            (ClientError.unreachable(.socket("/x"), reason: "r"), Int32(69)),
            (.interrupted(.socket("/x"), reason: "r"), 75),
            (.untrusted(.socket("/x"), reason: "r"), 77), (.notAGateway(.socket("/x"), status: 200), 76),
            (.otherVersion(.socket("/x"), api: 7, program: "9.9.9"), 76),
            (.malformedAnswer(.socket("/x"), what: "w"), 76), (.timedOut(.socket("/x")), 75),
        ])
    func exits(_ error: ClientError, _ exit: Int32) {
        let failure = error.failure
        #expect(failure.exit.rawValue == exit)
        #expect(failure.message.contains("unix:/x"))
        if case .otherVersion = error {
            #expect(failure.message.contains("9.9.9") && failure.message.contains(APIVersion.program))
        }
    }
}

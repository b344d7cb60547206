import Failures
import GatewayModel
import Testing

@testable import Perch

@Suite struct RunBoardTests {
    private let refused = RunReason(code: "passwords-refused", message: "It refused.", hint: "Use others.")
    private let gone = RunReason(code: "not-heard", message: "It is silent.", hint: "Go nearer.")

    @Test("a change of state, another attempt and another quarter of the steps are worth a line; a step is not")
    func changes() {
        var board = RunBoard([.example(state: .planned, step: 0)])
        var told: [String] = []
        func take(_ run: ProvisioningRun) { if board.take(run) { told.append(run.stateWords) } }
        take(.example(state: .planned, step: 0))
        take(.example(state: .planned, step: 0))
        take(.example(state: .connecting, step: 0))
        for step in 1...24 { take(.example(state: .writing, step: step)) }
        take(.example(state: .connecting, step: 0, attempts: 2))
        take(.example(state: .connecting, step: 0, attempts: 3))
        take(.example(state: .saved))
        take(.example())
        #expect(
            told == [
                "waiting", "connecting", "writing 1/24", "writing 6/24", "writing 12/24", "writing 18/24",
                "writing 24/24", "connecting", "connecting", "saved, being verified", "verified",
            ])
        #expect(board.open.isEmpty && board.runs.count == 1)
    }

    @Test("runs are counted by how they ended")
    func counts() {
        let states: [ProvisioningState] = [
            .verified, .verified, .writtenUnverified, .failed, .unknown, .planned, .connecting, .writing, .saved,
        ]
        let counts = RunCounts(states.enumerated().map { .example(id: Int64($0.offset), state: $0.element) })
        #expect(
            counts.words == "2 verified, 1 written and not verified, 1 failed, 1 unknown, 3 under way, 1 waiting")
        #expect(RunCounts([]).words == "none")
    }

    @Test("one beacon ends as its run did")
    func one() {
        func end(_ run: ProvisioningRun) -> (Failures.ExitStatus?, String?) {
            let failure = RunBoard([run]).failure(interruption: nil)
            return (failure?.exit, failure?.code)
        }
        #expect(end(.example()) == (nil, nil))
        #expect(end(.example(state: .writtenUnverified, reason: gone)) == (.temporary, "not-heard"))
        // A written beacon that was not heard is a temporary failure, whatever the reason of its
        // run.
        #expect(end(.example(state: .writtenUnverified, reason: refused)) == (.temporary, "passwords-refused"))
        #expect(end(.example(state: .unknown, reason: refused)) == (.temporary, "passwords-refused"))
        #expect(end(.example(state: .failed, reason: refused)) == (.permission, "passwords-refused"))
        #expect(end(.example(state: .failed, reason: gone)) == (.temporary, "not-heard"))
        #expect(end(.example(state: .writing)) == (.temporary, "run-unfinished"))
    }

    @Test("several end as the first that failed, before those that were only written")
    func several() {
        let board = RunBoard([
            .example(id: 1), .example(id: 2, state: .writtenUnverified, reason: gone),
            .example(id: 5, state: .unknown, reason: refused), .example(id: 3, state: .failed, reason: refused),
            .example(id: 4, state: .failed, reason: gone),
        ])
        let failure = board.failure(interruption: nil)
        #expect(failure?.exit == .permission && failure?.code == "not-all-verified")
        #expect(failure?.message == "4 of 5 beacons are not verified.")
        #expect(board.failure(interruption: .interrupted) == .interrupted)
        let done = RunBoard([.example(id: 1), .example(id: 2)])
        #expect(done.failure(interruption: .interrupted) == nil)
    }

    @Test("the summary names each beacon that is not verified, with what to do")
    func summary() {
        let lines = RunBoard([
            .example(id: 1), .example(id: 2, state: .failed, step: 12, reason: refused, name: "Bar"),
        ]).summary
        #expect(
            lines == [
                "2 beacons: 1 verified, 1 failed.", "  ✗ Bar  48:87:2d:11:00:01  failed at step 12/24",
                "      It refused. Nothing was saved on the beacon.", "      Next: Use others.",
            ])
    }

    @Test("each ending but success says what became of the beacon")
    func consequences() {
        for state in ProvisioningState.allCases {
            let run = ProvisioningRun.example(state: state, reason: gone)
            #expect((run.consequence == nil) == (state == .verified || !state.isEnd))
            if let consequence = run.consequence {
                #expect(run.failure?.message == "It is silent. \(consequence)")
            }
        }
    }

    @Test("each ending has a mark of its own")
    func marks() {
        let ends = ProvisioningState.allCases.filter(\.isEnd)
        #expect(Set(ends.map(\.mark)).count == ends.count)
        #expect(ProvisioningState.allCases.filter { $0.mark == "✓" } == [.verified])
    }

    @Test("the table fits its window, and shows what moves and what failed before what is done")
    func table() {
        let runs =
            (1...30).map { ProvisioningRun.example(id: $0, name: "Done \($0)") } + [
                .example(id: 31, state: .failed, step: 3, name: "Bad"),
                .example(id: 32, state: .writing, step: 12, name: "Now"),
            ]
        for (columns, rows) in [(80, 24), (40, 8), (10, 3), (1, 1)] {
            let lines = RunTable(columns: columns, rows: rows, hasColour: false).lines(
                runs, isSimulated: true, isStopping: false)
            #expect(lines.count <= max(1, rows - 1))
            #expect(lines.allSatisfy { $0.count == columns })
        }
        let lines = RunTable(columns: 80, rows: 8, hasColour: false).lines(
            runs, isSimulated: false, isStopping: true)
        #expect(lines[0].contains("32 beacons: 30 verified, 1 failed, 1 under way  (stopping)"))
        #expect(lines[1].hasPrefix("… Now") && lines[1].contains("██████······ writing 12/24"))
        #expect(lines[2].hasPrefix("✗ Bad") && lines.last?.hasPrefix("… and 27 more") == true)
    }
}

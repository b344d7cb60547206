import Advertising
import Testing

@testable import CP28

/// A further attempt at a run.
@Suite struct ResumingTests {
    private func end(
        _ workflow: ProvisioningWorkflow, _ script: @escaping (ScriptedBeacon.Action) -> [ScriptedBeacon.Input]?
    ) -> (state: RunState?, beacon: ScriptedBeacon) {
        var (workflow, beacon) = (workflow, ScriptedBeacon(script))
        return (beacon.run(&workflow), beacon)
    }

    @Test("a beacon that is as it is to be is left alone")
    func alreadyDone() throws {
        let (state, beacon) = end(try ProvisioningWorkflow(mayHaveSaved: true)) {
            $0 == .look ? [.looked(.asWanted)] : nil
        }
        #expect(state == .verified && beacon.actions == [.look, .end])
    }

    @Test("a beacon heard with its new identity before any save is written all the same")
    func neverSaved() throws {
        let (state, beacon) = end(try ProvisioningWorkflow(mayHaveSaved: false)) {
            $0 == .look ? [.looked(.asWanted)] : nil
        }
        #expect(state == .verified && beacon.steps == Array(1...24))
    }

    @Test("otherwise it is given a password and all 24 steps, from the first")
    func fromTheStart() throws {
        let (state, beacon) = end(try ProvisioningWorkflow(mayHaveSaved: true)) { _ in nil }
        #expect(state == .verified && beacon.passwords == [0] && beacon.steps == Array(1...24))
    }

    @Test("where it cannot be reached, the run stays what it was: unknown, or written and unverified")
    func outOfReach() throws {
        for (wasSaved, expected) in [
            (false, RunState.unknown(.notHeard(milliseconds: 1))),
            (true, .writtenUnverified(.notHeard(milliseconds: 1))),
        ] {
            let (state, _) = end(try ProvisioningWorkflow(mayHaveSaved: true, wasSaved: wasSaved)) {
                $0 == .look ? [.looked(.notHeard(milliseconds: 1))] : nil
            }
            #expect(state == expected)
        }
    }

    @Test("cut off in the middle, a run that may have saved before is never a plain failure")
    func cutOffAgain() throws {
        let (state, _) = end(try ProvisioningWorkflow(mayHaveSaved: true, wasSaved: true)) { action in
            if case .write(let step, _) = action, step.number == 7 { return [.failed(.timedOut)] }
            return action == .watch ? [.watched(.unverified(.notSeen(milliseconds: 1, stillOld: true)))] : nil
        }
        #expect(state == .unknown(.timedOut(step: 7)))
    }
}

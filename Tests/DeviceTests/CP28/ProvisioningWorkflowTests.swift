import Advertising
import Testing

@testable import CP28

@Suite struct ProvisioningWorkflowTests {
    private static let refusal: [UInt8] = [0x4E, 0x4F, 0x60, 0x01, 0x01, 0x60]

    private func end(
        _ workflow: ProvisioningWorkflow, _ script: @escaping (ScriptedBeacon.Action) -> [ScriptedBeacon.Input]?
    ) -> (state: RunState?, beacon: ScriptedBeacon, workflow: ProvisioningWorkflow) {
        var (workflow, beacon) = (workflow, ScriptedBeacon(script))
        return (beacon.run(&workflow), beacon, workflow)
    }

    @Test("all goes well: one password, 24 steps in their order, the end of the connection, and a look at the air")
    func success() throws {
        var workflow = try ProvisioningWorkflow()
        var beacon = ScriptedBeacon()
        #expect(beacon.run(&workflow) == .verified)
        #expect(beacon.passwords == [0] && beacon.steps == Array(1...24))
        #expect(beacon.actions.prefix(5) == [.look, .connect, .exchangeMTU(185), .discover, .subscribe(handle: 1)])
        #expect(beacon.actions.suffix(4) == [.listen(milliseconds: 300), .disconnect, .watch, .end])
        #expect(workflow.mayHaveSaved)
    }

    @Test("written and not seen is never success, whatever the reason")
    func unverified() throws {
        for reason in [
            RunFailure.seenBefore, .seenElsewhere(at: BluetoothAddress(2), rssiDBm: nil, .oldIdentityHeard),
            .notSeen(milliseconds: 1, stillOld: true),
        ] {
            let (state, _, _) = end(try ProvisioningWorkflow()) { $0 == .watch ? [.watched(.unverified(reason))] : nil }
            #expect(state == .writtenUnverified(reason))
        }
    }

    @Test("at each step, what stops it before the save is a failure that names the step", arguments: 1...23)
    func stepFails(_ step: Int) throws {
        let cases: [(ProvisioningWorkflow.OperationFault, RunFailure)] = [
            (.att(0x0E), .stepRefused(step, by: .att(0x0E))),
            (.disconnected(reason: 0x13), .disconnected(step: step, reason: 0x13)), (.timedOut, .timedOut(step: step)),
            (.dongleLost(mayBeDone: true), .dongleLost(step: step)),
        ]
        for (fault, failure) in cases {
            let (state, beacon, workflow) = end(try ProvisioningWorkflow()) { action in
                if case .write(let at, _) = action, at.number == step { [.failed(fault)] } else { nil }
            }
            #expect(state == .failed(failure))
            #expect(!workflow.mayHaveSaved && !beacon.actions.contains(.watch))
            #expect(beacon.steps == Array(1...step) && beacon.passwords == [0])
        }
    }

    @Test("where the save itself is cut off, the air decides")
    func saveCutOff() throws {
        let faults: [ProvisioningWorkflow.OperationFault] = [
            .disconnected(reason: 0x13), .timedOut, .dongleLost(mayBeDone: true),
        ]
        for fault in faults {
            for seen in [true, false] {
                let (state, _, workflow) = end(try ProvisioningWorkflow()) { action in
                    if case .write(let at, _) = action, at.isSave { return [.failed(fault)] }
                    return action == .watch && !seen
                        ? [.watched(.unverified(.notSeen(milliseconds: 1, stillOld: false)))] : nil
                }
                #expect(workflow.mayHaveSaved)
                if seen {
                    #expect(state == .verified)
                } else if case .unknown = state {
                } else {
                    Issue.record("\(fault): \(String(describing: state))")
                }
            }
        }
    }

    @Test("a save that is refused, or was never sent, is a failure and nothing to look for")
    func saveRefused() throws {
        for (fault, failure) in [
            (ProvisioningWorkflow.OperationFault.att(0x0E), RunFailure.stepRefused(24, by: .att(0x0E))),
            (.dongleLost(mayBeDone: false), .dongleLost(step: 24)),
        ] {
            let (state, beacon, workflow) = end(try ProvisioningWorkflow()) { action in
                if case .write(let at, _) = action, at.isSave { [.failed(fault)] } else { nil }
            }
            #expect(state == .failed(failure) && !workflow.mayHaveSaved && !beacon.actions.contains(.watch))
        }
    }

    @Test("a beacon that hangs up after the save is looked for, as one that is hung up on")
    func hangsUpAfterSave() throws {
        var saving = try ProvisioningWorkflow()
        saving.phase = .saving
        saving.isConnected = true
        saving.isSaved = true
        saving.mayHaveSaved = true
        saving.step = 24
        #expect(saving.take(.disconnected(reason: 0x13)) == .watch)
    }
}

import Advertising
import Testing

@testable import CP28

@Suite struct PasswordTests {
    private func end(
        _ workflow: ProvisioningWorkflow, _ script: @escaping (ScriptedBeacon.Action) -> [ScriptedBeacon.Input]?
    ) -> (state: RunState?, beacon: ScriptedBeacon, workflow: ProvisioningWorkflow) {
        var (workflow, beacon) = (workflow, ScriptedBeacon(script))
        return (beacon.run(&workflow), beacon, workflow)
    }

    private func strict() throws -> BeaconProfile {
        try BeaconProfile(json: Array(BeaconProfileTests.strict.utf8))
    }

    @Test("the next is tried after an ATT error, on a connection of its own")
    func attError() throws {
        let (state, beacon, _) = end(try ProvisioningWorkflow()) { action in
            if case .writePassword(let index, _) = action, index < 2 { [.failed(.att(0x80))] } else { nil }
        }
        #expect(state == .verified && beacon.passwords == [0, 1, 2])
        #expect(beacon.actions.filter { $0 == .connect }.count == 3)
    }

    @Test("a beacon that refuses and then hangs up has refused one password, not two")
    func refusesAndHangsUp() throws {
        var connections = 0
        let (state, beacon, workflow) = end(try ProvisioningWorkflow()) { action in
            switch action {
            case .connect:
                connections += 1
                return nil
            case .writePassword(0, _): return [.failed(.att(0x05))]
            // The beacon hangs up a moment after it has refused.
            case .writePassword(1, _) where connections == 1: return [.failed(.disconnected(reason: 0x13))]
            case .disconnect: return [.disconnected(reason: 0x13), .done]
            default: return nil
            }
        }
        #expect(state == .verified && beacon.passwords == [0, 1] && workflow.refusedPasswords == [0])
    }

    @Test("a beacon that hangs up has refused, also where the reason is told before or after the write has failed")
    func lateReason() throws {
        for inputs: [ScriptedBeacon.Input] in [
            [.disconnected(reason: 0x13), .failed(.disconnected(reason: 0))], [.failed(.disconnected(reason: 0))],
        ] {
            var isLate = inputs.count == 1
            let (state, beacon, _) = end(try ProvisioningWorkflow()) { action in
                if case .writePassword(0, _) = action { return inputs }
                guard action == .listen(milliseconds: 200), isLate else { return nil }
                isLate = false
                return [.disconnected(reason: 0x13)]
            }
            #expect(state == .verified && beacon.passwords == [0, 1])
        }
        let (unknown, beacon, _) = end(try ProvisioningWorkflow()) { action in
            if case .writePassword(0, _) = action { [.failed(.disconnected(reason: 0))] } else { nil }
        }
        #expect(unknown == .failed(.disconnected(step: 0, reason: 0)) && beacon.passwords == [0])
    }

    @Test("the next is tried after the beacon has hung up, on another connection")
    func hangsUp() throws {
        let atOnce = end(try ProvisioningWorkflow()) { action in
            if case .writePassword(0, _) = action { [.failed(.disconnected(reason: 0x13))] } else { nil }
        }
        var isFirst = true
        let afterwards = end(try ProvisioningWorkflow()) { action in
            guard action == .listen(milliseconds: 300), isFirst else { return nil }
            isFirst = false
            return [.disconnected(reason: 0x13)]
        }
        for (state, beacon, _) in [atOnce, afterwards] {
            #expect(state == .verified && beacon.passwords == [0, 1])
            #expect(beacon.actions.filter { $0 == .connect }.count == 2)
        }
    }

    @Test("out of range is no refusal: no other password is tried")
    func outOfRange() throws {
        for script in [
            { (action: ScriptedBeacon.Action) -> [ScriptedBeacon.Input]? in
                if case .writePassword = action { [.failed(.disconnected(reason: 0x08))] } else { nil }
            },
            { action in action == .listen(milliseconds: 300) ? [.disconnected(reason: 0x08)] : nil },
        ] {
            let (state, beacon, _) = end(try ProvisioningWorkflow(), script)
            #expect(state == .failed(.disconnected(step: 0, reason: 0x08)) && beacon.passwords == [0])
        }
    }

    @Test("neither is silence of the beacon, nor a lost dongle")
    func noEvidence() throws {
        for (fault, failure) in [
            (ProvisioningWorkflow.OperationFault.timedOut, RunFailure.timedOut(step: 0)),
            (.dongleLost(mayBeDone: true), .dongleLost(step: 0)),
        ] {
            let (state, beacon, _) = end(try ProvisioningWorkflow()) { action in
                if case .writePassword = action { [.failed(fault)] } else { nil }
            }
            #expect(state == .failed(failure) && beacon.passwords == [0])
        }
    }

    @Test("each is tried at most once, and the end of the list is told")
    func allRefused() throws {
        let (state, beacon, workflow) = end(try ProvisioningWorkflow()) { action in
            if case .writePassword = action { [.failed(.att(0x05))] } else { nil }
        }
        #expect(state == .failed(.passwordsRefused(tried: 3)) && beacon.passwords == [0, 1, 2] && beacon.steps.isEmpty)
        #expect(workflow.refusedPasswords == [0, 1, 2])
    }

    @Test("what an earlier attempt found refused is not tried again")
    func remembered() throws {
        let (state, beacon, _) = end(try ProvisioningWorkflow(refused: [0, 1])) { _ in nil }
        #expect(state == .verified && beacon.passwords == [2])
    }

    @Test("a first step that is refused for want of authentication refuses the password; any other refusal does not")
    func firstStep() throws {
        for code in [UInt8(0x05), 0x08] {
            var isFirst = true
            let (state, beacon, _) = end(try ProvisioningWorkflow()) { action in
                guard case .write(let step, _) = action, step.number == 1, isFirst else { return nil }
                isFirst = false
                return [.failed(.att(code))]
            }
            #expect(state == .verified && beacon.passwords == [0, 1] && beacon.steps == [1] + Array(1...24))
        }
        let (state, beacon, _) = end(try ProvisioningWorkflow()) { action in
            if case .write(let step, _) = action, step.number == 1 { [.failed(.att(0x0E))] } else { nil }
        }
        #expect(state == .failed(.stepRefused(1, by: .att(0x0E))) && beacon.passwords == [0])
    }

    @Test("where the profile knows refusals, an answer is one, before the acknowledgement or after it")
    func answers() throws {
        let (ok, no): ([UInt8], [UInt8]) = (
            [0x4E, 0x4F, 0x00, 0x01, 0x00, 0x01], [0x4E, 0x4F, 0x00, 0x01, 0x01, 0x00]
        )
        func answer(_ step: ConfigurationStep, _ status: UInt8) -> [UInt8] {
            CP28Packet(step.packet.command, [status])?.bytes ?? []
        }
        for isEarly in [true, false] {
            var passwords = 0
            let (state, beacon, _) = end(try ProvisioningWorkflow(try strict())) { action in
                switch action {
                case .writePassword:
                    passwords += 1
                    return isEarly ? [.answered(passwords == 1 ? no : ok), .done] : [.done]
                case .write(let step, _): return [.answered(answer(step, 0)), .done]
                case .listen(milliseconds: 500) where passwords < 3: return [.answered(passwords == 1 ? no : ok)]
                default: return nil
                }
            }
            #expect(state == .verified && beacon.passwords == [0, 1])
        }
        let (refused, _, _) = end(try ProvisioningWorkflow(try strict())) { action in
            switch action {
            case .writePassword: [.answered(ok), .done]
            case .write(let step, _): [.answered(answer(step, step.number == 9 ? 2 : 0)), .done]
            default: nil
            }
        }
        #expect(refused == .failed(.stepRefused(9, by: .answer([0x4E, 0x4F, 0x74, 0x01, 0x02, 0x77]))))
    }

    @Test("an answer that the profile wants and that does not come ends the run")
    func wantedAnswer() throws {
        let (silent, beacon, _) = end(try ProvisioningWorkflow(try strict())) { _ in nil }
        #expect(silent == .failed(.noReply(step: 0)) && beacon.passwords == [0])
        let (state, _, _) = end(try ProvisioningWorkflow(try strict())) { action in
            if case .writePassword = action { [.answered([0x4E, 0x4F, 0x00, 0x01, 0x00]), .done] } else { nil }
        }
        #expect(state == .failed(.noReply(step: 1)))
    }
}

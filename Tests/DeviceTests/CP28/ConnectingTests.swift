import Advertising
import Testing

@testable import CP28

/// Connecting: all that comes before the first step.
@Suite struct ConnectingTests {
    private func end(
        _ workflow: ProvisioningWorkflow, _ script: @escaping (ScriptedBeacon.Action) -> [ScriptedBeacon.Input]?
    ) -> (state: RunState?, beacon: ScriptedBeacon) {
        var (workflow, beacon) = (workflow, ScriptedBeacon(script))
        return (beacon.run(&workflow), beacon)
    }

    @Test("a beacon that is not there, or cannot be connected to, is not written to")
    func looks() throws {
        for (look, failure) in [
            (ProvisioningWorkflow.Look.notHeard(milliseconds: 10_000), RunFailure.notHeard(milliseconds: 10_000)),
            (.heard(isConnectable: false), .notConnectable), (.notListening, .notListening(written: false)),
        ] {
            let (state, beacon) = end(try ProvisioningWorkflow()) { $0 == .look ? [.looked(look)] : nil }
            #expect(state == .failed(failure) && beacon.actions == [.look, .end])
        }
    }

    @Test("connecting is tried as often as the profile says, and a full dongle at once told")
    func connecting() throws {
        for (fault, failure, tries) in [
            (ProvisioningWorkflow.ConnectFault.noAnswer, RunFailure.noConnection, 3), (.noSlot, .noSlot, 1),
            (.dongleLost, .dongleLost(step: 0), 1),
        ] {
            let (state, beacon) = end(try ProvisioningWorkflow()) { $0 == .connect ? [.notConnected(fault)] : nil }
            #expect(state == .failed(failure) && beacon.actions.filter { $0 == .connect }.count == tries)
        }
    }

    @Test("a connection that breaks before anything was written is made again")
    func breaksEarly() throws {
        var breaks = 2
        let (state, beacon) = end(try ProvisioningWorkflow()) { action in
            guard action == .discover, breaks > 0 else { return nil }
            breaks -= 1
            return [.disconnected(reason: 0x3E), .failed(.disconnected(reason: 0x3E))]
        }
        #expect(state == .verified && beacon.actions.filter { $0 == .connect }.count == 3)
    }

    @Test("a beacon that keeps to its ATT MTU is gone on with; one that hangs up on the question is not asked again")
    func mtu() throws {
        let (refused, beacon) = end(try ProvisioningWorkflow()) { action in
            if case .exchangeMTU = action { [.failed(.att(0x06))] } else { nil }
        }
        #expect(refused == .verified && beacon.actions.filter { $0 == .connect }.count == 1)
        let (hungUp, other) = end(try ProvisioningWorkflow()) { action in
            if case .exchangeMTU = action { [.failed(.disconnected(reason: 0x13))] } else { nil }
        }
        #expect(hungUp == .verified && other.actions.filter { $0 == .connect }.count == 2)
        #expect(other.actions.filter { $0 == .exchangeMTU(185) }.count == 1)
    }

    @Test("what notifies its answers and cannot be switched on is told")
    func noSwitch() throws {
        let (state, _) = end(try ProvisioningWorkflow()) { action in
            if case .subscribe = action { [.failed(.unsupported)] } else { nil }
        }
        #expect(state == .failed(.noAnswersPossible))
    }

    @Test("what lacks the service, a characteristic or a property is hung up on, and named")
    func missing() throws {
        let server = ScriptedBeacon.server
        let ffe2 = server[1]
        let readOnly = BeaconServer.Characteristic(
            service: ffe2.service, uuid: ffe2.uuid, handle: 2, takesRequests: false, takesCommands: false,
            notifies: false)
        for (found, failure) in [
            ([], RunFailure.missing("service ffe0")), ([server[0], server[2]], .missing("characteristic ffe2")),
            ([server[0], readOnly, server[2]], .lacks("ffe2", property: "write")),
            ([ffe2, server[2]], .missing("characteristic ffe1")),
        ] {
            let (state, beacon) = end(try ProvisioningWorkflow()) { $0 == .discover ? [.discovered(found)] : nil }
            #expect(state == .failed(failure) && beacon.actions.suffix(2) == [.disconnect, .end])
        }
    }

    @Test("a characteristic that only takes unacknowledged writes is written so")
    func commandsOnly() throws {
        var server = ScriptedBeacon.server
        server[1] = BeaconServer.Characteristic(
            service: server[1].service, uuid: server[1].uuid, handle: 2, takesRequests: false, takesCommands: true,
            notifies: false)
        let (state, beacon) = end(try ProvisioningWorkflow()) { $0 == .discover ? [.discovered(server)] : nil }
        #expect(state == .verified)
        let targets = beacon.actions.compactMap { if case .write(_, let target) = $0 { target } else { nil } }
        #expect(targets.count == 24 && targets.allSatisfy { !$0.isAcknowledged })
    }

    @Test("a wish to stop ends it where it stands, with what is true of that")
    func stopping() throws {
        var workflow = try ProvisioningWorkflow()
        #expect(workflow.begin() == .look && workflow.take(.stop) == nil)
        #expect(workflow.take(.looked(.notHeard(milliseconds: 3))) == .end)
        #expect(workflow.state == .failed(.stopped(step: 0)))

        let (unanswered, silent) = end(try ProvisioningWorkflow()) { action in
            action == .connect ? [.stop, .notConnected(.dongleLost)] : nil
        }
        #expect(unanswered == .failed(.stopped(step: 0)) && silent.actions == [.look, .connect, .end])

        let (state, beacon) = end(try ProvisioningWorkflow()) { action in
            if case .write(let step, _) = action, step.number == 5 { [.stop, .done] } else { nil }
        }
        #expect(state == .failed(.stopped(step: 5)) && beacon.steps == Array(1...5))
        #expect(beacon.actions.suffix(2) == [.disconnect, .end])

        let (saved, _) = end(try ProvisioningWorkflow()) { action in
            if case .write(let step, _) = action, step.isSave { return [.stop, .done] }
            return action == .watch ? [.watched(.unverified(.stopped(step: 24)))] : nil
        }
        #expect(saved == .writtenUnverified(.stopped(step: 24)))
    }

    @Test("nothing that comes at the wrong time moves it")
    func strayInputs() throws {
        var workflow = try ProvisioningWorkflow()
        _ = workflow.begin()
        let stray: [ProvisioningWorkflow.Input] = [
            .connected, .notConnected(.noAnswer), .discovered([]), .done, .failed(.timedOut), .answered([1, 2]),
            .disconnected(reason: 0x13), .watched(ScriptedBeacon.verified),
        ]
        for input in stray { #expect(workflow.take(input) == nil) }
        #expect(workflow.state == .connecting)
    }
}

import Advertising

@testable import CP28

/// A script of the results of a workflow's actions, and a log of the actions.
struct ScriptedBeacon {
    typealias Action = ProvisioningWorkflow.Action
    typealias Input = ProvisioningWorkflow.Input

    static let server = [
        BeaconServer.Characteristic(
            service: BluetoothUUID(short: 0xFFE0), uuid: BluetoothUUID(short: 0xFFE1), handle: 1, takesRequests: false,
            takesCommands: false, notifies: true),
        BeaconServer.Characteristic(
            service: BluetoothUUID(short: 0xFFE0), uuid: BluetoothUUID(short: 0xFFE2), handle: 2, takesRequests: true,
            takesCommands: true, notifies: false),
        BeaconServer.Characteristic(
            service: BluetoothUUID(short: 0xFFE0), uuid: BluetoothUUID(short: 0xFFE3), handle: 3, takesRequests: true,
            takesCommands: false, notifies: false),
    ]
    static let verified = AirVerdict.verified(at: BluetoothAddress(1), rssiDBm: -50)

    private(set) var actions: [Action] = []
    /// Inputs that replace success for an action, in their order; nil = the action succeeds.
    var script: (Action) -> [Input]? = { _ in nil }

    init(_ script: @escaping (Action) -> [Input]? = { _ in nil }) {
        self.script = script
    }

    /// Runs a workflow to its end. Returns nil if it does not reach one.
    mutating func run(_ workflow: inout ProvisioningWorkflow) -> RunState? {
        var action = workflow.begin()
        while actions.count < 500 {
            actions.append(action)
            guard action != .end else { return workflow.state }
            var next: Action?
            for input in script(action) ?? [Self.success(action)] where next == nil { next = workflow.take(input) }
            guard let next else { return nil }
            action = next
        }
        return nil
    }

    private static func success(_ action: Action) -> Input {
        switch action {
        case .look: .looked(.heard(isConnectable: true))
        case .connect: .connected
        case .discover: .discovered(server)
        case .watch: .watched(verified)
        case .exchangeMTU, .subscribe, .writePassword, .listen, .write, .disconnect, .end: .done
        }
    }

    var passwords: [Int] {
        actions.compactMap { if case .writePassword(let index, _) = $0 { index } else { nil } }
    }

    var steps: [Int] {
        actions.compactMap { if case .write(let step, _) = $0 { step.number } else { nil } }
    }
}

extension ProvisioningWorkflow {
    init(
        _ profile: BeaconProfile? = BeaconProfile.bundled.first, refused: Set<Int> = [], mayHaveSaved: Bool = false,
        wasSaved: Bool = false
    ) throws {
        struct NoProfile: Error {}
        guard let profile else { throw NoProfile() }
        self.init(
            profile: profile, wanted: try .table7(), passwordCount: profile.passwords.count, refusedPasswords: refused,
            mayHaveSaved: mayHaveSaved, wasSaved: wasSaved)
    }
}

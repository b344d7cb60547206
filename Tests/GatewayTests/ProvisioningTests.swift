import Advertising
import Foundation
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Runs on simulated beacons, through a real pty.
@Suite(.timeLimit(.minutes(3))) struct ProvisioningTests {
    @Test("a factory beacon is provisioned and seen on the air, and every state and byte of it is in the journal")
    func success() async throws {
        try await ProvisioningRig.with([""]) { rig in
            let batch = try await rig.service.start(ProvisioningRig.order(1...1))
            #expect(batch.runs.map(\.state) == [.planned] && batch.parallel > 1)
            var states: [ProvisioningState] = []
            var steps: [Int] = []
            for await update in try await rig.service.subscribe(batch: batch.batch) {
                guard case .run(let run) = update else { continue }
                if run.state != states.last { states.append(run.state) }
                if run.step != steps.last { steps.append(run.step) }
            }
            #expect(states == [.connecting, .authenticated, .writing, .saved, .verified])
            #expect(steps == Array(0...24))
            let run = try await rig.service.run(try #require(batch.runs.first?.id))
            #expect(run.state == .verified && run.reason == nil && run.seenAddress == run.address && run.attempts == 1)
            #expect(run.found?.uuid == "FDA50693-A4E2-4FB1-AFCF-C6EB07647825" && run.simulated == true)
            let saved = try await rig.beacon(1) { ($0.saves, $0.saved, $0.passwordCounts) }
            #expect(saved.0 == 1 && saved.1.name == "Table 1" && saved.2 == ["555555": 1])

            let lines = try await rig.exchange(run.id)
            let writes = lines.filter { $0.kind == "write" }
            #expect(writes.filter { $0.phase == .intent }.map(\.step) == Array(1...24))
            #expect(writes.filter { $0.phase == .outcome }.map(\.step) == Array(1...24))
            #expect(lines.filter { $0.kind == "notification" }.compactMap(\.hex).count == 24)
            #expect(lines.map(\.number) == Array(1...lines.count))
            // The password is in no line, neither as text nor as bytes.
            let text = lines.map { $0.detail + ($0.hex ?? "") }.joined(separator: "\n")
            let password = "555555"
            let digits = Hexadecimal.text([UInt8](password.utf8))
            #expect(!text.contains(password) && !text.contains(digits))
        }
    }

    /// A beacon, and the expected end of its run.
    struct Variant: Sendable, CustomTestStringConvertible {
        let options: String
        let state: ProvisioningState
        var step = 24
        var testDescription: String { options }
    }

    private static let variants = [
        Variant(options: #""password": "000000""#, state: .verified),
        Variant(options: #""password": "000000", "refusal": "disconnect""#, state: .verified),
        Variant(options: #""password": "secret""#, state: .failed, step: 0),
        Variant(options: #""password": "secret", "refusal": "silent""#, state: .writtenUnverified),
        Variant(options: #""nackAtStep": 9"#, state: .failed, step: 9),
        Variant(options: #""nackAtStep": 24"#, state: .failed),
        Variant(options: #""disconnectAtStep": 12"#, state: .failed, step: 12),
        Variant(options: #""disconnectAtStep": 24"#, state: .unknown),
        Variant(options: #""disconnectAtStep": 24, "savesBeforeDisconnect": true"#, state: .verified),
        Variant(options: #""leavesAtStep": 5"#, state: .failed, step: 5),
        Variant(options: #""ignoresSave": true"#, state: .writtenUnverified),
        Variant(options: #""replies": "none""#, state: .verified),
        Variant(options: #""slow": 4"#, state: .verified),
        Variant(options: #""service": false"#, state: .failed, step: 0),
        Variant(options: #""connectable": false"#, state: .failed, step: 0),
        Variant(options: #""settleMs": 600"#, state: .verified),
    ]

    @Test("each kind of beacon ends in its state, at its step, for its reason")
    func variants() async throws {
        try await ProvisioningRig.with(Self.variants.map(\.options)) { rig in
            let runs = try await rig.provision(ProvisioningRig.order(1...Self.variants.count))
            try #require(runs.count == Self.variants.count)
            for (variant, run) in zip(Self.variants, runs) {
                #expect(run.state == variant.state, "\(variant.options): \(run.reason?.message ?? "")")
                #expect(run.step == variant.step, "\(variant.options)")
                #expect((run.reason == nil) == (run.state == .verified), "\(variant.options)")
            }
            #expect(try await rig.beacon(3) { $0.passwordCounts } == ["555555": 1, "dx1234": 1, "000000": 1])
            #expect(await rig.gateway.connections.list().isEmpty)
        }
    }
}

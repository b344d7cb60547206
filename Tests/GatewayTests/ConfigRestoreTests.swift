import GatewayTestSupport
import TestSupport
import FlockFinder
import GatewayModel
import Store
import Testing

@testable import Gateway

/// Previous configs: restored, reported if they come back by themselves, and not mistaken for the
/// wanted config.
struct ConfigRestoreTests {
    private func names(_ rig: ConfigRig) async throws -> [String] {
        try await rig.atDevice { $0.config.bleNames.map(\.text) }
    }

    @Test("a second restore undoes nothing of the first, and may have it kept")
    func twice() async throws {
        try await ConfigRig.with { rig in
            let before = try await names(rig)
            _ = try await rig.push(ConfigRig.config(names: ["x"])) { $0.save = true }
            let first = try await rig.perform(.restore)
            #expect(first.outcome == .applied && first.transfer != nil)
            #expect(try await names(rig) == before)
            let second = try await rig.perform(.restore) { $0.save = true }
            #expect(second.failure == nil && second.outcome == .appliedAndSaved)
            #expect(try await names(rig) == before)
            #expect(await rig.pty.finder { $0.stored.bleNames.map(\.text) } == before)
            // The config that the restore replaced can be restored by the number of its transfer.
            let undone = try await rig.perform(.restore) { $0.transfer = first.transfer }
            #expect(undone.outcome == .applied)
            #expect(try await names(rig) == ["x"])
        }
    }

    @Test("a push that a restart has lost is told as gone, by who looks and by who saves")
    func gone() async throws {
        try await ConfigRig.with(#""bootMs":100"#) { rig in
            let push = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(try await rig.perform(.read).interrupted.isEmpty)
            try await rig.restart()
            for action in [ConfigAction.read, .save] {
                let report = try await rig.perform(action)
                #expect(report.interrupted.map(\.id) == [push.transfer], "\(action)")
                #expect(report.interrupted.map(\.holds) == [.previous])
                #expect(report.interrupted.map(\.outcome) == [.applied])
            }
            _ = await rig.pty.finder { $0.memory.config.bleNames = [.init("Theirs", "T")] }
            #expect(try await rig.perform(.read).interrupted.map(\.holds) == [.other])
            _ = try await rig.perform(.reset)
            #expect(try await rig.perform(.read).interrupted.isEmpty)
        }
    }

    @Test("a made-up config that a test has left is neither kept nor taken into the tables, until it is brought back")
    func trial() async throws {
        try await ConfigRig.with { rig in
            let before = try await names(rig)
            for name in ["made up", "another"] {
                let sent = try await rig.push(ConfigRig.config(names: [name])) { ($0.exact, $0.trial) = (true, true) }
                #expect(sent.outcome == .applied)
            }
            for action in [ConfigAction.save, .pull, .sync] {
                let report = try await rig.perform(action)
                #expect(report.failure?.message.hasPrefix("trialLeft") == true, "\(action)")
                #expect(report.toHost.isEmpty && report.interrupted.map(\.holds) == [.madeUp])
            }
            #expect(await rig.pty.finder { $0.counts.saves } == 0)
            #expect(try await rig.perform(.restore).outcome == .applied)
            #expect(try await names(rig) == before)
            #expect(try await rig.perform(.save).failure == nil)
        }
    }

    @Test("a test that was cut short in its second config leaves the first, and a restart brings back what was there")
    func trialCutShort() async throws {
        try await ConfigRig.with(#""bootMs":100"#) { rig in
            let before = try await names(rig)
            _ = try await rig.push(ConfigRig.config(names: ["made up"])) { ($0.exact, $0.trial) = (true, true) }
            func cut() async throws {
                _ = try await rig.gateway.store.configs.beginTransfer(
                    ConfigRig.device, action: "trial", wanted: Array(ConfigRig.config(names: ["another"]).utf8),
                    previous: nil, atMicroseconds: 1)
            }
            try await cut()
            func isLeft() async throws {
                for action in [ConfigAction.read, .pull, .push, .sync, .save] {
                    let report = try await rig.perform(action)
                    #expect(report.interrupted.last?.holds == .madeUp, "\(action)")
                    #expect(action == .read || report.failure?.message.hasPrefix("trialLeft") == true)
                }
            }
            try await isLeft()
            // An interrupted restore leaves the same state.
            _ = try await rig.gateway.store.configs.beginTransfer(
                ConfigRig.device, action: "restore", wanted: Array(ConfigRig.config(names: ["mine"]).utf8),
                previous: Array(ConfigRig.config(names: ["made up"]).utf8), atMicroseconds: 2)
            try await isLeft()
            // No restore brings the made-up config back, not even after a reset.
            #expect(try await rig.perform(.reset).failure == nil)
            #expect(try await rig.perform(.restore).failure == nil)
            #expect(try await names(rig) == before)

            _ = try await rig.push(ConfigRig.config(names: ["made up"])) { ($0.exact, $0.trial) = (true, true) }
            try await cut()
            try await rig.restart()
            #expect(try await rig.perform(.read).interrupted.map(\.holds) == [.previous])
            #expect(try await rig.perform(.save).failure == nil)
            #expect(try await names(rig) == before)
        }
    }

    @Test("a device that got back what it held before a test holds no made-up config, whatever it made of those")
    func putBack() async throws {
        try await ConfigRig.with { rig in
            let before = try await names(rig)
            for _ in 0..<2 {
                let held = try #require(try await rig.perform(.read).held)
                // The device keeps 30 of the names.
                let many = ConfigRig.config(names: (0..<31).map { "made up \($0)" })
                for text in [ConfigRig.config(names: ["made up"]), many, ConfigRig.config(names: ["more"]), held] {
                    _ = try await rig.push(text) { ($0.exact, $0.trial) = (true, true) }
                }
                let saved = try await rig.perform(.save)
                #expect(saved.failure == nil && saved.interrupted.isEmpty)
                // Another host's config is not taken for a test's.
                _ = await rig.pty.finder { $0.memory.config.scan.hopInterval += 100 }
                #expect(try await rig.perform(.pull).failure == nil)
            }
            // A made-up config is recognised even when the device has cut it.
            _ = try await rig.push(ConfigRig.config(names: (0..<31).map { "made up \($0)" })) {
                ($0.exact, $0.trial) = (true, true)
            }
            #expect(try await rig.perform(.save).failure?.message.hasPrefix("trialLeft") == true)
            #expect(try await rig.perform(.restore).outcome == .applied)
            #expect(try await names(rig) == before)
        }
    }
}

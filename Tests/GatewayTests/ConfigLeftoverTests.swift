import FlockFinder
import GatewayModel
import SimulatedDongle
import Store
import TestSupport
import Testing

@testable import Gateway

/// State that restarts, interrupted transfers and other hosts leave on a device.
@Suite(.timeLimit(.minutes(2))) struct ConfigLeftoverTests {
    private static let nothing = #""config":{"ssids":[],"macs":[],"bleNames":[],"bleUUIDs":[]}"#

    @Test("a device that restarts without having kept what it was sent has changed nothing: the tables keep theirs")
    func reverted() async throws {
        try await ConfigRig.with(#""bootMs":50"#) { rig in
            let factory = try await rig.perform(.pull)
            try await rig.add(try Pattern(.bleName, "Kept", deviceType: "Test"))
            #expect(try await rig.perform(.push) { $0.save = true }.outcome == .appliedAndSaved)
            try await rig.add(try Pattern(.bleName, "Never saved", deviceType: "Test"))
            #expect(try await rig.perform(.push).outcome == .applied)
            #expect(try await rig.base()[.bleName].contains { $0.text == "Never saved" })
            try await rig.restart()

            let dry = try await rig.perform(.sync) { $0.dryRun = true }
            #expect(dry.toHost.isEmpty && dry.conflicts.isEmpty)
            #expect(dry.toDevice.map(\.text) == ["Never saved"])
            #expect(
                try ConfigReading(parsing: try #require(dry.held).utf8).config[.bleName].contains { $0.text == "Kept" })
            let report = try await rig.perform(.sync)
            #expect(report.failure == nil && report.outcome == .applied)
            #expect(report.toHost.isEmpty && report.toDevice.map(\.text) == ["Never saved"])
            let stored = try await rig.gateway.store.patterns.find(try Pattern.Key(.bleName, "Never saved"))
            #expect(stored?.pattern.isEnabled == true)
            #expect(factory.failure == nil)
        }
    }

    @Test("what was removed from the tables and came back by a restart is removed from the device again")
    func revertedRemoval() async throws {
        try await ConfigRig.with(#""bootMs":50"#) { rig in
            _ = try await rig.perform(.pull)
            let held = try ConfigReading(parsing: try #require(try await rig.perform(.read).held).utf8).config
            let gone = try #require(held[.bleName].first)
            let key = Pattern.Key(.bleName, gone)
            try await rig.gateway.store.patterns.change([.enable(key, false)], atMicroseconds: 3)
            #expect(try await rig.perform(.sync).outcome == .applied)
            try await rig.restart()
            let report = try await rig.perform(.sync)
            #expect(report.toHost.isEmpty && report.toDevice.map(\.text) == [gone.text])
            #expect(try await rig.gateway.store.patterns.find(key)?.pattern.isEnabled == false)
        }
    }

    @Test("half a config stays half after somebody has looked, until it is settled by another transfer")
    func halfAfterStatus() async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(store: store) { rig in
            let other = Array(ConfigRig.config(names: ["x"]).utf8)
            let id = try await store.configs.beginTransfer(
                ConfigRig.device, action: "push", wanted: other, previous: other, atMicroseconds: 1)
            #expect(try await rig.perform(.read).interrupted.map(\.holds) == [.other])
            #expect(try await rig.perform(.read).interrupted.isEmpty)
            for _ in 1...2 {
                let refused = try await rig.perform(.save)
                #expect(refused.failure?.message.contains("halfWritten(transfer: \(id))") == true)
                #expect(refused.saved == nil && refused.replies.isEmpty)
            }
            #expect(try await rig.atDevice(\.counts.saves) == 0)

            // After the pull the tables equal the device's config, so that nothing has to be sent.
            _ = try await rig.perform(.pull)
            let pushed = try await rig.perform(.push)
            #expect(pushed.outcome == .applied && pushed.transfer != nil && pushed.toDevice.isEmpty)
            #expect(try await rig.perform(.save).outcome == .appliedAndSaved)
        }
    }

    @Test("after a reset nothing is half any more")
    func halfAfterReset() async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(store: store) { rig in
            let other = Array(ConfigRig.config(names: ["x"]).utf8)
            _ = try await store.configs.beginTransfer(
                ConfigRig.device, action: "push", wanted: other, previous: other, atMicroseconds: 1)
            #expect(try await rig.perform(.save).failure?.message.contains("halfWritten") == true)
            #expect(try await rig.perform(.reset).outcome == .appliedAndSaved)
            #expect(try await rig.perform(.save).outcome == .appliedAndSaved)
        }
    }

    @Test("a short text goes between markers at once where a transfer of this host was cut short")
    func framed() async throws {
        // Three times the device takes the start and disconnects at the next write.
        let options = Self.nothing + #","disconnectAtWrite":2,"faultAttempts":3"#
        try await ConfigRig.with(options) { rig in
            let long = ConfigRig.config(names: (0..<20).map { "a name of some length, number \($0)" })
            let cut = try await rig.push(long)
            #expect(cut.outcome == .unknown && cut.failure?.message.contains("brokenOff(attempts: 3)") == true)
            let short = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(short.failure == nil && short.outcome == .applied)
            #expect(short.figures.attempts == 1 && short.figures.writes == 3)
            #expect(short.replies.map(\.event) == ["CONFIG_UPDATED"])
            // After a successful transfer a single write is enough.
            let next = try await rig.push(ConfigRig.config(names: ["y"]))
            #expect(next.figures.attempts == 1 && next.figures.writes == 1)
        }
    }

    @Test("a short text whose connection breaks goes between markers the next time")
    func brokenShort() async throws {
        let options = Self.nothing + #","disconnectAtWrite":1,"faultAttempts":1"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.failure == nil && report.outcome == .applied)
            #expect(report.figures.attempts == 2 && report.figures.writes == 3)
        }
    }

    @Test("a short text that a device takes for more of what another host left there is sent again, between markers")
    func gathered() async throws {
        try await ConfigRig.with(Self.nothing) { rig in
            let connection = try await rig.gateway.connections.connect(ConnectionWish(address: "34:85:18:00:00:01"))
            let found = try await connection.services().flatMap(\.characteristics)
            let config = try #require(found.first { $0.uuid == FlockFinderServer.config })
            for text in ["CONFIG_START", #"{"version":1,"#] {
                try await connection.write(Array(text.utf8), to: config.valueHandle)
            }
            try await connection.disconnect()
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.failure == nil && report.outcome == .applied)
            #expect(report.figures.attempts == 2 && report.figures.writes == 4)
        }
    }
}

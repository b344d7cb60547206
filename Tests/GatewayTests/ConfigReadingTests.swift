import FlockFinder
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Trust in the configs that a device sends, of which parts get lost without notice.
struct ConfigReadingTests {
    /// Returns the patterns of the tables.
    private func tables(_ rig: ConfigRig) async throws -> [StoredPattern] { try await rig.gateway.patterns.all() }

    @Test("a part of the factory's config that is lost in every reading never changes the tables", arguments: 1...7)
    func lostAlways(_ part: Int) async throws {
        try await ConfigRig.with(#""dropPart":\#(part)"#) { rig in
            let before = try await tables(rig)
            for action in [ConfigAction.pull, .sync, .read] {
                let report = try await rig.perform(action)
                #expect(report.held == nil && report.failure?.message.contains("unreadable") == true, "\(action)")
                #expect(report.toHost.isEmpty && report.toDevice.isEmpty)
            }
            #expect(try await tables(rig) == before)
            #expect(await rig.pty.finder { $0.counts.writes } == 0)
        }
    }

    @Test("a part that is lost once is asked for again, wherever it was", arguments: 1...9)
    func lostOnce(_ notification: Int) async throws {
        try await ConfigRig.with(#""dropNotification":\#(notification),"faultAttempts":1"#) { rig in
            let report = try await rig.perform(.pull)
            #expect(report.failure == nil && report.figures.reads == 3, "\(report)")
            #expect(report.held.map { Array($0.utf8) } == DeviceProfile.factory)
        }
    }

    @Test("a config of one part that is lost is asked for again, long before it is given up")
    func lostWhole() async throws {
        let bare = #""config":{"ssids":[],"macs":[],"bleNames":[],"bleUUIDs":[]}"#
        try await ConfigRig.with(#""dropNotification":1,"faultAttempts":1,\#(bare)"#) { rig in
            let report = try await rig.perform(.read) { $0.timeoutMs = 8_000 }
            #expect(report.failure == nil && report.held != nil)
            #expect(report.figures.readMs.map { $0 < 6_000 } == true)
        }
    }

    /// 30 names that all look plausible: only a second reading reveals that some are missing.
    private static let names: String = {
        let entries = (0..<30).map { #"{"pattern":"n\#($0 + 10)","deviceType":"T"}"# }.joined(separator: ",")
        return #""config":{"ssids":[],"macs":[],"bleNames":[\#(entries)],"bleUUIDs":[]}"#
    }()

    @Test("a config that was whole before is not believed without a part of it", arguments: 2...3)
    func lostLater(_ part: Int) async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(Self.names, store: store) { rig in
            let pulled = try await rig.perform(.pull)
            #expect(pulled.toHost.count >= 30, "\(pulled)")
        }
        try await ConfigRig.with(Self.names + #","dropPart":\#(part)"#, store: store) { rig in
            // The rig has disabled all patterns.
            let before = try await tables(rig)
            #expect(try await rig.perform(.pull).failure?.message.contains("unreadable") == true)
            #expect(try await tables(rig) == before)
        }
    }

    @Test("two readings that differ are counted, and the next two that do not are believed")
    func differing() async throws {
        let push = #"{"afterReads":1,"config":{"bleNames":[{"pattern":"Other","deviceType":"T"}]}}"#
        try await ConfigRig.with(#""otherPush":\#(push)"#) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure == nil && report.figures.reads == 3 && report.figures.differing == 1)
            #expect(report.held?.contains("Other") == true)
        }
    }

    @Test("a device that never tells the same twice is not believed at all")
    func unsteady() async throws {
        try await ConfigRig.with { rig in
            let changing = Task {
                while !Task.isCancelled {
                    _ = await rig.pty.finder { $0.memory.config.scan.hopInterval += 1 }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            let report = try await rig.perform(.pull)
            changing.cancel()
            #expect(report.failure?.message == "unsteady(readings: 6)" && report.held == nil)
        }
    }

    @Test(
        "whatever a device tells besides its config, the config is read",
        arguments: ["start-twice", "part-after-end", "leftover-first"])
    func besides(_ telling: String) async throws {
        try await ConfigRig.with(#""telling":"\#(telling)""#) { rig in
            let report = try await rig.perform(.pull)
            #expect(report.failure == nil && report.held.map { Array($0.utf8) } == DeviceProfile.factory)
            #expect(report.figures.reads == 2)
        }
    }

    @Test(
        "a device that only ends, or never does, is told as such and changes nothing",
        arguments: ["end-alone", "endless"])
    func noConfig(_ telling: String) async throws {
        try await ConfigRig.with(#""telling":"\#(telling)""#) { rig in
            let before = try await tables(rig)
            let report = try await rig.perform(.pull) { $0.timeoutMs = 1_000 }
            let message = try #require(report.failure?.message)
            #expect(report.held == nil)
            #expect(message.hasPrefix(telling == "endless" ? "unreadable" : "silent"), "\(message)")
            #expect(try await tables(rig) == before)
        }
    }

    @Test("texts that are none are read, stay out of the tables, and come back as they were with a restore")
    func texts() async throws {
        try await ConfigRig.with { rig in
            let bad: [UInt8] = [0x61, 0x01, 0xFF, 0x62]
            _ = await rig.pty.finder { finder in
                finder.memory.config.bleNames = [
                    .init(bytes: bad, typeBytes: Array("T".utf8)), .init("Fine", "T"),
                ]
            }
            let report = try await rig.perform(.pull)
            #expect(report.failure == nil && report.problems.compactMap(\.fault) == ["control-character"])
            #expect(report.held?.contains(#""a\u0001"# + "\u{10FFFF}b") == true)
            #expect(report.toHost.filter { $0.list == "ble-name" }.map(\.text) == ["Fine"])
            let pushed = try await rig.push(ConfigRig.config(names: ["x"])) { $0.exact = true }
            #expect(pushed.outcome == .applied)
            #expect(await rig.pty.finder { $0.config.bleNames.map(\.bytes) } == [Array("x".utf8)])
            #expect(try await rig.perform(.restore).outcome == .applied)
            #expect(await rig.pty.finder { $0.config.bleNames.map(\.bytes) } == [bad, Array("Fine".utf8)])
        }
    }

    @Test("what a device holds and cannot keep is not kept, however its UUIDs are spelled")
    func unkept() async throws {
        try await ConfigRig.with { rig in
            let entries = (10..<26).map {
                SimulatedFlockFinder.Config.Entry("0a:0b:\($0)", "Flock Safety")
            }
            _ = await rig.pty.finder { $0.memory.config.macs += entries }
            let report = try await rig.perform(.save)
            #expect(report.failure?.message.contains("tooMuch") == true && report.saved == nil)
            #expect(await rig.pty.finder { $0.counts.failedSaves } == 0)
        }
    }

    @Test("UUIDs in a spelling in which the device finds nothing are sent again")
    func respelled() async throws {
        try await ConfigRig.with { rig in
            let report = try await rig.push(try #require(try await rig.perform(.read).held))
            #expect(report.outcome == .applied && report.transfer != nil)
            #expect(await rig.pty.finder { $0.config.bleUUIDs.first?.text } == "0x180a")
            let again = try await rig.push(try #require(report.held))
            #expect(again.outcome == .applied && again.transfer == nil)
        }
    }
}

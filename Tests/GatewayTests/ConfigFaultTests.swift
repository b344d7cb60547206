import GatewayTestSupport
import TestSupport
import FlockFinder
import GatewayModel
import Store
import Testing

@testable import Gateway

/// Devices that refuse, forget, or do something other than they report, and how the next order
/// deals with that.
struct ConfigFaultTests {
    private static let bare = #""config":{"ssids":[],"macs":[],"bleNames":[],"bleUUIDs":[]}"#
    private static let names = (0..<20).map { "a name of some length, number \($0)" }

    /// Returns the texts of the enabled patterns, as they are sent.
    private func enabled(_ rig: ConfigRig) async throws -> [String] {
        try await rig.gateway.patterns.enabled().map(\.pattern.text)
    }

    // MARK: Reading

    @Test("a device with a config of a newer version is told as one, and nothing is sent to it")
    func newerVersion() async throws {
        try await ConfigRig.with(#""firmware":"document","config":{"version":2}"#) { rig in
            #expect(try await rig.perform(.read).failure?.message.hasPrefix("newerVersion(2)") == true)
            let push = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(push.transfer == nil && push.failure?.message.hasPrefix("newerVersion(2)") == true)
            #expect(await rig.pty.finder { $0.counts.writes } == 0)
        }
    }

    @Test("a firmware without a config is told as such, and not as something else")
    func noConfig() async throws {
        try await ConfigRig.with(#""firmware":"main""#) { rig in
            for action in [ConfigAction.read, .pull, .push, .reset] {
                let report = try await rig.perform(action)
                #expect(report.failure?.message == "hasNoConfig", "\(action)")
            }
        }
    }

    @Test("what was cut short stays open, and is told again, until the device can be read")
    func unreadable() async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(#""replies":"silent""#, store: store) { rig in
            let text = Array(ConfigRig.config(names: ["x"]).utf8)
            _ = try await store.configs.beginTransfer(
                ConfigRig.device, action: "push", wanted: text, previous: text, atMicroseconds: 1)
            for _ in 0..<2 {
                let report = try await rig.perform(.read)
                #expect(report.interrupted.map(\.action) == ["push"] && report.interrupted[0].holds == nil)
            }
        }
    }

    @Test("a device is taken for one order at a time")
    func underWay() async throws {
        try await ConfigRig.with(#""replies":"silent""#) { rig in
            let order = ConfigOrder(device: ConfigRig.device)
            // The first order waits for an answer until it is cancelled.
            _ = try await rig.gateway.configs.perform(.read, order)
            await #expect(throws: ConfigError.underWay(device: ConfigRig.device)) {
                _ = try await rig.gateway.configs.perform(.read, order)
            }
        }
    }

    @Test("a device that hangs up each time it is asked is told so, and not by the words of another verb")
    func hangsUpWhenAsked() async throws {
        try await ConfigRig.with(#""disconnectAtCommand":"GET_CONFIG""#) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure?.message == "brokenOff(attempts: 6)")
        }
    }

    @Test("a device that is not there is waited for as long as was said, and no longer")
    func absent() async throws {
        try await ConfigRig.with { rig in
            let begin = ContinuousClock.now
            let report = try await rig.perform(.read, device: "ble:34:85:18:00:00:99") { $0.timeoutMs = 1_000 }
            #expect(report.failure?.message.hasPrefix("notHeard") == true)
            #expect(ContinuousClock.now - begin < .seconds(4))
        }
    }

    @Test(
        "what is odd about a config on this kind of device is told: what it cannot keep, and what never matches there")
    func oddities() async throws {
        try await ConfigRig.with { rig in
            let first = try await rig.perform(.read)
            #expect(
                first.problems.map(\.what).filter { [.unkept, .deaf, .misspelled].contains($0) } == [
                    .deaf, .misspelled,
                ])
            _ = await rig.pty.finder { finder in
                finder.memory.config.macs = (10..<99).map { .init("b4:1e:\($0)", "Flock Safety") }
            }
            let unkept = try #require(try await rig.perform(.read).problems.first { $0.what == .unkept })
            #expect(unkept.most == 3_999 && (unkept.value ?? 0) > 3_999)
        }
    }

    // MARK: Sending

    @Test(
        "a config that the device would accept but could not read back is not sent unchanged, unless it need not be verified"
    )
    func closesTheDoor() async throws {
        let macs = (0..<85).map { #"{"pattern":"b4:1e:\#(10 + $0)","deviceType":"a type of its own \#($0)"}"# }
        try await ConfigRig.with(#""config":{"macs":[\#(macs.joined(separator: ","))]}"#) { rig in
            let ssids = (0..<30).map { #"{"pattern":"a network \#($0)","deviceType":"a type beside it \#($0)"}"# }
            let text = #"{"patterns":{"ssidPatterns":[\#(ssids.joined(separator: ","))]}}"#
            let refused = try await rig.push(text) { $0.exact = true }
            #expect(refused.transfer == nil && refused.failure?.message.hasPrefix("tooMuch") == true)
            let sent = try await rig.push(text) { ($0.exact, $0.unverified) = (true, true) }
            #expect(sent.transfer != nil)
        }
    }

    @Test("a dry run says what is exact about a file, and what is in conflict")
    func dryRuns() async throws {
        try await ConfigRig.with { rig in
            let dry = try await rig.push(ConfigRig.config(names: ["x"])) { ($0.exact, $0.dryRun) = (true, true) }
            #expect(dry.toDevice.contains { $0.text == "x" } && dry.toDevice.count > 1 && dry.outcome == nil)
            _ = try await rig.gateway.configs.setScanSettings(["channel_hop_interval": 700])
            let sync = try await rig.perform(.sync) { $0.dryRun = true }
            #expect(sync.conflicts.map(\.setting) == ["channel_hop_interval"])
            #expect(sync.failure?.message == "conflicts(1, isDryRun: true)")
        }
    }

    @Test("what the device refuses in words is not applied, and its words are told")
    func refused() async throws {
        try await ConfigRig.with(#""firmware":"document""#) { rig in
            let report = try await rig.push(ConfigRig.config(names: (0..<60).map { "n\($0)" })) { $0.exact = true }
            #expect(report.outcome == .notApplied)
            #expect(report.failure?.message.contains("60 entries") == true)
            #expect(await rig.pty.finder { $0.counts.refused } == 2)
        }
    }

    @Test("a device that reports success but applies no config gets no save command")
    func ignored() async throws {
        try await ConfigRig.with(#""appliesNothing":true"#) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"])) { $0.save = true }
            #expect(report.outcome == .notApplied && report.saved == nil)
            #expect(report.failure?.message.contains("ignored") == true)
            #expect(report.replies.map(\.event) == ["CONFIG_UPDATED"])
            #expect(await rig.pty.finder { $0.counts.saves } == 0)
        }
    }

    @Test("a device that hangs up each time is given up, and the next look tells that nothing was applied")
    func brokenOff() async throws {
        try await ConfigRig.with(#""disconnectAtWrite":3,"firmware":"document""#, mtu: 247) { rig in
            let report = try await rig.push(ConfigRig.config(names: Self.names)) { $0.exact = true }
            #expect(report.outcome == .unknown)
            #expect(report.failure?.message.contains("brokenOff(attempts: 3)") == true)
            #expect(try await rig.gateway.configs.devices().first?.openTransfers == 1)
            #expect(try await rig.perform(.read).interrupted.map(\.holds) == [.previous])
        }
    }

    @Test("what a device has no room for is sent once more, at the pace of the app")
    func pace() async throws {
        try await ConfigRig.with(#""refuseAtWrite":2,"faultAttempts":1"#) { rig in
            let report = try await rig.push(ConfigRig.config(names: Self.names)) { $0.exact = true }
            #expect(report.outcome == .applied && report.figures.attempts == 2)
            let writes = try #require(report.figures.writes)
            #expect(writes > 4)
            // At least 50 ms before each chunk and 100 ms before the end.
            let took = try #require(report.figures.writeMs)
            #expect(took >= 50 * (writes - 2) + 100)
        }
    }

    @Test("a short text goes as a command to a device that has one for it, and to no other")
    func command() async throws {
        try await ConfigRig.with(#""firmware":"document""#) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.outcome == .applied)
            #expect(await rig.pty.finder { [$0.counts.applied, $0.counts.writes] } == [1, 0])
        }
        try await ConfigRig.with { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.outcome == .applied)
            #expect(await rig.pty.finder { [$0.counts.applied, $0.counts.ignoredCommands] } == [1, 0])
        }
    }

    @Test("a short text is applied, though the device still gathers a longer one that was cut short")
    func gathering() async throws {
        try await ConfigRig.with(Self.bare) { rig in
            _ = await rig.pty.finder { $0.memory.buffer = Array(#"{"version":1,"#.utf8) }
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.outcome == .applied && report.failure == nil)
            #expect(report.figures.attempts == 2)
        }
    }

    // MARK: Saving

    @Test("more than the flash of a device holds is not told to be kept")
    func tooLongToKeep() async throws {
        let macs = (0..<80).map { #"{"pattern":"b4:1e:\#(10 + $0)","deviceType":"Test"}"# }
        try await ConfigRig.with(#""config":{"macs":[\#(macs.joined(separator: ","))]}"#) { rig in
            let report = try await rig.perform(.save)
            #expect(report.failure?.message.contains("tooMuch") == true)
            #expect(report.failure?.toDisable?.isEmpty == false)
            #expect(await rig.pty.finder { [$0.counts.saves, $0.counts.failedSaves] } == [0, 0])
        }
    }

    @Test("a device that does not say that it keeps its config is not believed to")
    func notKept() async throws {
        try await ConfigRig.with(#""replies":"none""#) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"])) { $0.save = true }
            #expect(report.outcome == .applied && report.saved == nil)
            #expect(report.failure?.message.contains("notKept") == true)
            let transfers = try await rig.gateway.configs.transfers(of: ConfigRig.device)
            #expect(transfers.map(\.action) == ["save", "push"] && transfers.map(\.outcome) == [.unknown, .applied])
            #expect(try await rig.gateway.configs.devices().first?.saved == nil)
        }
    }

    @Test("a device that holds something else after its restart has not kept what it said")
    func lostByRestart() async throws {
        // Another host writes between the check and the save.
        let options =
            #""otherPush":{"afterReads":4,"config":{"hopIntervalMs":900}},"rebootAfterSaveMs":300,"bootMs":200"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"], hop: 700)) { order in
                order.save = true
                order.verifyReboot = true
                order.waitMs = 20_000
            }
            #expect(report.outcome == .notApplied && report.saved == .no)
            #expect(report.failure?.message.contains("lostByRestart") == true)
            #expect(report.differences.map(\.setting) == ["channel_hop_interval"])
            #expect(report.differences.map(\.found) == ["900"])
        }
    }

    @Test("a full flash is believed to have kept nothing, once the device has restarted")
    func fullFlash() async throws {
        try await ConfigRig.with(#""keepsNothing":true,"rebootAfterSaveMs":300,"bootMs":200"#) { rig in
            let said = try await rig.push(ConfigRig.config(names: ["x"])) { $0.save = true }
            #expect(said.failure == nil && said.saved == .said)
            await eventually("it has restarted") { await rig.pty.finder { $0.counts.boots } == 1 }
            let report = try await rig.push(ConfigRig.config(names: ["x"])) { order in
                order.verifyReboot = true
                order.waitMs = 20_000
            }
            #expect(report.outcome == .notApplied && report.saved == .no)
            #expect(report.failure?.message.contains("lostByRestart") == true)
        }
    }

    // MARK: Common base

    @Test("what one side has removed since both agreed goes from the other")
    func removed() async throws {
        try await ConfigRig.with { rig in
            let held = try #require(try await rig.perform(.pull).held)
            var theirs = try ConfigReading(parsing: held.utf8).config
            theirs.lists[.bleName]?.removeAll { $0.text == "Pigvision" }
            let text = String(decoding: ConfigDialect.nested.encode(theirs), as: UTF8.self)
            _ = try await rig.push(text) { $0.exact = true }
            let ours = try Pattern(.bleName, "Penguin", deviceType: "Penguin")
            try await rig.gateway.store.patterns.change([.enable(ours.key, false)], atMicroseconds: 2)
            let sync = try await rig.perform(.sync)
            #expect(sync.failure == nil && sync.conflicts.isEmpty)
            #expect(sync.toHost.map(\.text) == ["Pigvision"] && sync.toHost[0].device == nil)
            #expect(sync.toDevice.map(\.text) == ["Penguin"] && sync.toDevice[0].host == nil)
        }
    }

    @Test("a reset forgets what was agreed on, and takes nothing from the tables")
    func reset() async throws {
        try await ConfigRig.with(#""config":{"bleNames":[{"pattern":"Extra","deviceType":"Test"}]}"#) { rig in
            _ = try await rig.perform(.pull)
            #expect(try await enabled(rig).contains("Extra"))
            #expect(try await rig.perform(.reset).failure == nil)
            let sync = try await rig.perform(.sync)
            #expect(sync.failure == nil && sync.toDevice.map(\.text) == ["Extra"])
            #expect(try await enabled(rig).contains("Extra"))
        }
    }

    @Test("a device that restarts without having kept what it was sent takes nothing from the tables")
    func restart() async throws {
        try await ConfigRig.with(#""bootMs":100"#) { rig in
            _ = try await rig.perform(.pull)
            let mine = try Pattern(.bleName, "Mine", deviceType: "Test")
            try await rig.gateway.store.patterns.change([.add(PatternDraft(mine))], atMicroseconds: 2)
            #expect(try await rig.perform(.push).outcome == .applied)
            _ = await rig.pty.finder { $0.powerCycle() }
            await eventually("it has restarted") { await rig.pty.finder { $0.counts.boots } == 1 }
            let sync = try await rig.perform(.sync)
            #expect(sync.failure == nil && sync.toHost.isEmpty && sync.toDevice.map(\.text) == ["Mine"])
            #expect(try await enabled(rig).contains("Mine"))
        }
    }
}

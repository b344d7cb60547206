import TestSupport
import FlockFinder
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Changes to a device or to the tables while an order is carried out.
@Suite(.timeLimit(.minutes(2))) struct ConfigMeanwhileTests {
    @Test("of two orders at one device the second is told so at once, though it names another way to it")
    func twoOrders() async throws {
        // The order waits for the device for as long as it says, which is longer than this test.
        try await ConfigRig.with(#""replies":"silent""#) { rig in
            var known = StoredConfigDevice(
                device: ConfigRig.device, profile: "real", dialect: .nested, version: 1, held: [],
                heldMicroseconds: 1, isSimulated: true)
            known.name = "FlockFinder-S3"
            try await rig.gateway.store.configs.keep(known)
            let dongle = try #require(await rig.gateway.dongles.list().first?.id)
            var order = ConfigOrder(device: ConfigRig.device)
            order.timeoutMs = 600_000
            var others: [ConfigReport] = []
            for await update in try await rig.gateway.configs.perform(.read, order) {
                guard case .progress(let progress) = update, progress.phase == .reading else { continue }
                let device = ConfigRig.device.uppercased().replacing("BLE:", with: "ble:")
                await #expect(throws: ConfigError.underWay(device: device)) {
                    try await rig.perform(.save, device: device)
                }
                others.append(try await rig.perform(.push) { $0.dongle = dongle })
                others.append(try await rig.perform(.push, device: "ble:FlockFinder-S3") { $0.timeoutMs = 1_000 })
                break
            }
            #expect(others.count == 2)
            for report in others {
                #expect(report.failure?.message.contains("underWay") == true, "\(report)")
                #expect(report.held == nil && report.outcome == nil)
            }
            #expect(try await rig.atDevice(\.counts.writes) == 0)
        }
    }

    @Test("what another host writes after this one is seen by reading back, and told as not applied whole")
    func overwritten() async throws {
        let other = #""otherPush":{"afterConfigs":1,"config":{"bleNames":[{"pattern":"Other","deviceType":"O"}]}}"#
        try await ConfigRig.with(other) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x", "y"], hop: 700)) { $0.save = true }
            #expect(report.outcome == .partiallyApplied)
            #expect(report.failure?.message.contains("partly(differences: 3)") == true)
            #expect(report.differences.map(\.what) == [.missing, .missing, .unexpected])
            #expect(report.differences.map(\.text) == ["x", "y", "Other"])
            // A mixed config that no host sent is not saved.
            #expect(report.saved == nil)
            let saved = try await rig.perform(.save)
            #expect(saved.failure?.message.contains("halfWritten") == true)
            #expect(try await rig.atDevice(\.counts.saves) == 0)
            let again = try await rig.push(ConfigRig.config(names: ["x", "y"], hop: 700)) { $0.save = true }
            #expect(again.failure == nil && again.outcome == .appliedAndSaved)
        }
    }

    @Test("what another host wrote before this one is gone whole, and nothing of the two is mixed")
    func overwrites() async throws {
        let names = #"[{"pattern":"Other","deviceType":"O"}]"#
        let other =
            #""otherPush":{"afterReads":1,"config":{"bleNames":\#(names),"ssids":\#(names),"hopIntervalMs":111}}"#
        try await ConfigRig.with(other) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"], hop: 700))
            #expect(report.failure == nil && report.outcome == .applied)
            let held = try ConfigReading(parsing: try #require(report.held).utf8).config
            let wanted = try ConfigReading(parsing: try #require(report.wanted).utf8).config
            #expect(held.isSame(as: wanted))
            #expect(held[.bleName].map(\.text) == ["x"] && held[.ssid].isEmpty)
            #expect(held.settings[.channelHopInterval] == 700)
        }
    }

    @Test("a dongle whose config somebody else has changed since it was read refuses, and holds theirs")
    func dongleChanged() async throws {
        try await ConfigRig.with { rig in
            let open = try await rig.gateway.dongles.usable(nil).link
            let configs = rig.gateway.configs
            let link = try DongleConfigLink(open, dongles: rig.gateway.dongles, clock: await configs.clock)
            let profile = try #require(DeviceProfile.named("dongle"))
            let texts = ["a", "b", "c"].map { Array(ConfigRig.config(names: [$0]).utf8) }
            _ = try await link.write(
                texts[0], in: try await link.read(known: []), profile: profile, mayGather: false, progress: { _ in })
            let held = try await link.read(known: [])
            _ = try await open.dongle.pushConfig(texts[1])
            await #expect(throws: ConfigError.changedMeanwhile) {
                try await link.write(texts[2], in: held, profile: profile, mayGather: false, progress: { _ in })
            }
            #expect(try await link.read(known: []).text == texts[1])
        }
    }

    @Test("a dongle takes a second config that is not kept either, and a restart brings back what was kept")
    func dongleTwice() async throws {
        try await ConfigRig.with { rig in
            func push(_ name: String, save: Bool = false) async throws -> ConfigReport {
                try await rig.perform(.push, device: "dongle") { order in
                    order.config = ConfigRig.config(names: [name])
                    order.save = save ? true : nil
                }
            }
            for (name, isKept) in [("a", true), ("b", false), ("c", false), ("d", false)] {
                let report = try await push(name, save: isKept)
                #expect(report.failure == nil && report.outcome == (isKept ? .appliedAndSaved : .applied))
                #expect(report.held?.contains(#""pattern":"\#(name)""#) == true)
            }
            let restored = try await rig.perform(.restore, device: "dongle")
            #expect(restored.held?.contains(#""pattern":"c""#) == true, "\(restored)")
            rig.pty.perform { $0.powerCycle() }
            try await eventually("it runs what it kept") {
                try await rig.perform(.read, device: "dongle").held?.contains(#""pattern":"a""#) == true
            }
            #expect(try await rig.perform(.reset, device: "dongle").failure == nil)
            for name in ["e", "f"] { #expect(try await push(name).outcome == .applied) }
        }
    }

    @Test("what is edited in the tables while a device takes its config is neither overwritten nor taken for sent")
    func edited() async throws {
        try await ConfigRig.with { rig in
            _ = try await rig.perform(.pull)
            var theirs = try ConfigReading(parsing: try #require(try await rig.perform(.read).held).utf8).config
            let both = try #require(theirs[.bleName].first)
            theirs.lists[.bleName]?[0].deviceType = "Theirs"
            theirs.lists[.bleName]?.append(.init("New there", deviceType: "Test"))
            _ = try await rig.push(String(decoding: ConfigDialect.nested.encode(theirs), as: UTF8.self)) {
                $0.exact = true
            }
            let sent = try Pattern(.bleName, "New here", deviceType: "Test")
            try await rig.add(sent)

            // The tables are edited before the sync takes anything over.
            let store = rig.gateway.store
            let syncing = try await rig.gateway.patterns.changing.take {
                let syncing = Task { try await rig.perform(.sync) }
                try await eventually("the device holds it") {
                    let last = try await store.configs.transfers(of: ConfigRig.device).first
                    return last?.action == "sync" && last?.outcome == .applied
                }
                let edited = try Pattern(.bleName, sent.text, deviceType: "Edited")
                let ours = try Pattern(.bleName, both.text, deviceType: "Ours")
                try await store.patterns.change(
                    [
                        .replace(Pattern.Key(.bleName, both), PatternDraft(ours, details: "A note")),
                        .replace(sent.key, PatternDraft(edited)),
                        .add(PatternDraft(try Pattern(.bleName, "Later", deviceType: "Test"))),
                    ], atMicroseconds: 3)
                return syncing
            }
            let report = try await syncing.value

            let wanted = try ConfigReading(parsing: try #require(report.wanted).utf8).config
            let held = try ConfigReading(parsing: try #require(report.held).utf8).config
            #expect(held.isSame(as: wanted))
            #expect(held[.bleName].first { $0.text == sent.text }?.deviceType == "Test")
            #expect(report.toDevice.map(\.text) == [sent.text] && report.toDevice.map(\.host) == ["Test"])
            #expect(report.toHost.map(\.text) == ["New there"])
            #expect(report.conflicts.map(\.text) == [both.text])
            #expect(report.conflicts.map(\.host) == ["Ours"] && report.conflicts.map(\.device) == ["Theirs"])
            #expect(report.conflicts.map(\.base) == [both.deviceType])
            #expect(report.failure?.message.contains("conflicts(1,") == true)

            let base = try await rig.base()
            #expect(base[.bleName].first { $0.text == sent.text }?.deviceType == "Test")
            #expect(base[.bleName].first { $0.text == both.text }?.deviceType == both.deviceType)
            #expect(!base[.bleName].contains { $0.text == "Later" })
            let kept = try await store.patterns.find(Pattern.Key(.bleName, both))
            #expect(kept?.pattern.deviceType == "Ours" && kept?.draft.details == "A note")

            let next = try await rig.perform(.sync)
            #expect(next.conflicts.map(\.text) == [both.text])
            #expect(Set(next.toDevice.map(\.text)) == [sent.text, "Later"])
        }
    }
}

import FlockFinder
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Configs of simulated FlockFinders, from the order to the config on the device.
struct ConfigSyncTests {
    @Test("a device is read, and its dialect and profile are learned", arguments: ["real", "document"])
    func read(_ firmware: String) async throws {
        try await ConfigRig.with(#""firmware":"\#(firmware)""#) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure == nil)
            #expect(report.device.dialect == (firmware == "real" ? .nested : .compact))
            #expect(report.device.profile == firmware)
            #expect(report.device.device == ConfigRig.device)
            #expect(report.device.simulated == true)
            let held = try #require(report.held)
            #expect(try ConfigReading(parsing: held.utf8).config[.mac].isEmpty == false)
            #expect(try await rig.gateway.configs.devices().map(\.device) == [ConfigRig.device])
        }
    }

    @Test(
        "what is pushed is read back, compared, and only then applied", arguments: ["real", "document"],
        [23, 185, 247, 255, 517])
    func push(_ firmware: String, _ mtu: Int) async throws {
        // The real firmware cuts its notifications where the MTU is low.
        let options =
            firmware == "real" && mtu < 503 ? #", "config":{"ssids":[],"macs":[],"bleNames":[],"bleUUIDs":[]}"# : ""
        try await ConfigRig.with(#""firmware":"\#(firmware)"\#(options)"#, mtu: mtu) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["Flück", "Penguin-"], hop: 700))
            #expect(report.failure == nil)
            #expect(report.outcome == .applied)
            #expect(report.differences.isEmpty)
            let config = try ConfigReading(parsing: try #require(report.held).utf8).config
            #expect(config[.bleName].map(\.text) == ["Flück", "Penguin-"])
            #expect(config[.mac].isEmpty)
            #expect(config.settings[.channelHopInterval] == 700)
            // At an MTU of 23 the reply is cut, and a read gets it whole.
            #expect(report.replies.last?.success == true)
            let again = try await rig.push(ConfigRig.config(names: ["Penguin-", "Flück"], hop: 700))
            #expect(again.outcome == .applied && again.transfer == nil)
        }
    }

    @Test("text in the wrong dialect is answered with success and applied by nobody; it is sent in the device's own")
    func dialect() async throws {
        try await ConfigRig.with { rig in
            let report = try await rig.push(#"{"v":1,"chi":900,"ble_n":[{"p":"Flock","t":"Flock Safety"}]}"#)
            #expect(report.outcome == .applied)
            let config = try ConfigReading(parsing: try #require(report.held).utf8).config
            #expect(config[.bleName].map(\.text) == ["Flock"])
            #expect(config.settings[.channelHopInterval] == 900)
            // Lists that the text does not mention are unchanged.
            #expect(!config[.mac].isEmpty)
        }
    }

    @Test("what the device drops without a word is told, with the limit that it kept to")
    func dropped() async throws {
        try await ConfigRig.with { rig in
            let report = try await rig.push(ConfigRig.config(names: (0..<35).map { "n\($0)" })) { $0.exact = true }
            #expect(report.outcome == .partiallyApplied)
            #expect(report.failure?.message.hasPrefix("partly(") == true)
            #expect(report.differences.count == 5)
            #expect(report.differences.allSatisfy { $0.what == .missing && $0.cause == .limit && $0.limit == 30 })
        }
    }

    @Test("what is more than the device takes is refused before anything is sent, with what to disable")
    func tooMuch() async throws {
        try await ConfigRig.with { rig in
            let report = try await rig.push(ConfigRig.config(names: (0..<35).map { "n\($0)" }))
            #expect(report.outcome == nil && report.transfer == nil)
            #expect(report.failure?.toDisable == (30..<35).map { "ble-name:n\($0)" })
            #expect(try await rig.gateway.configs.transfers(of: ConfigRig.device).isEmpty)
        }
    }

    @Test("a config that arrives cut is told as cut, and nothing is sent to such a device")
    func cut() async throws {
        try await ConfigRig.with(mtu: 255) { rig in
            let report = try await rig.perform(.read)
            #expect(report.held == nil)
            #expect(report.failure?.message.contains("cut(mtu: 255") == true)
            let push = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(push.transfer == nil && push.failure != nil)
        }
    }

    @Test("what cannot be read back is refused with the numbers, and sent unverified it is said so until it is read")
    func unverified() async throws {
        try await ConfigRig.with(mtu: 255) { rig in
            let small = ConfigRig.config(names: ["x"])
            let long = ConfigRig.config(names: (0..<20).map { "a name that takes room \($0)" })
            // The factory config cannot be read at this MTU; the short text that replaces it can.
            let first = try await rig.push(small) { $0.unverified = true }
            #expect(first.outcome == .applied && first.failure == nil, "\(first)")
            let refused = try await rig.push(long)
            #expect(refused.failure?.message.contains("readable(mtu: 255)") == true && refused.transfer == nil)
            let sent = try await rig.push(long) { ($0.unverified, $0.save) = (true, true) }
            #expect(sent.outcome == .unverified && sent.failure == nil && sent.held == nil && sent.saved == .said)
            #expect(try await rig.gateway.configs.devices().map(\.unverified) == [true])
            let lost = try await rig.perform(.read)
            #expect(lost.failure?.message.contains("cut") == true)
            #expect(
                try await rig.gateway.configs.transfers(of: ConfigRig.device).contains { $0.outcome == .unverified })
            #expect(try await rig.atDevice { $0.memory.config.bleNames.count } == 20)
            _ = try await rig.atDevice { $0.memory.config.bleNames.removeAll() }
            let found = try await rig.perform(.read)
            #expect(found.interrupted.map(\.holds) == [.other] && found.failure == nil)
            #expect(try await rig.gateway.configs.devices().map(\.unverified) == [nil])
        }
    }

    @Test("what only the device has goes with a yes alone, and what is disabled here stays there, disabled")
    func consent() async throws {
        let two = #""config":{"bleNames":[{"pattern":"Theirs","deviceType":"T"},{"pattern":"Both","deviceType":"T"}]}"#
        try await ConfigRig.with(two) { rig in
            try await rig.add(try Pattern(.bleName, "Both", deviceType: "T"))
            let asked = try await rig.perform(.push) { $0.mayRemove = nil }
            #expect(asked.failure?.message.contains("needsConsent") == true && asked.transfer == nil)
            #expect(asked.failure?.message.contains("Theirs") == true)
            #expect(asked.toDevice.contains { $0.text == "Theirs" && $0.host == nil && $0.staysDisabled == nil })
            let pull = try await rig.perform(.pull) { $0.mayRemove = nil }
            #expect(pull.failure == nil, "nothing of the tables is disabled by it")
            // Patterns that both sides have agreed on since may be disabled or removed by the host.
            let key = try Pattern.Key(.bleName, "Theirs")
            try await rig.gateway.store.patterns.change([.enable(key, false)], atMicroseconds: 3)
            let disabled = try await rig.perform(.push) { $0.mayRemove = nil }
            #expect(disabled.outcome == .applied && disabled.toDevice.map(\.staysDisabled) == [true])
            let held = try ConfigReading(fromDevice: Array(try #require(disabled.held).utf8)).config[.bleName]
            #expect(held.map(\.isEnabled) == [false, true])
            try await rig.gateway.store.patterns.change([.remove(key)], atMicroseconds: 4)
            let kept = try await rig.perform(.push) { $0.mayRemove = nil }
            #expect(kept.outcome == .applied && kept.held?.contains("Theirs") == true)
            _ = try await rig.atDevice { $0.memory.config.bleNames = [] }
            let emptied = try await rig.perform(.pull) { $0.mayRemove = nil }
            #expect(emptied.failure?.message.contains("disabling") == true)
            #expect(
                try await rig.gateway.store.patterns.find(try Pattern.Key(.bleName, "Both"))?.pattern.isEnabled == true)
        }
    }

    @Test("a reset says what goes before it does it, also where nothing can be read")
    func resetting() async throws {
        try await ConfigRig.with { rig in
            _ = try await rig.push(ConfigRig.config(names: ["Mine"]))
            let asked = try await rig.perform(.reset) { $0.mayRemove = nil }
            #expect(
                asked.failure?.message == "needsConsent(Gateway.DestructiveChange.resetting(isReadable: true))"
                    && asked.outcome == nil)
            #expect(asked.toDevice.contains { $0.text == "Mine" && $0.host == nil })
            #expect(try await rig.atDevice { $0.memory.config.bleNames.count } == 1)
        }
        try await ConfigRig.with(mtu: 255) { rig in
            let asked = try await rig.perform(.reset) { $0.mayRemove = nil }
            #expect(asked.failure?.message.contains("unread(kept: nil)") == true)
            // A readable config becomes unreadable with a reset; the previous config can be
            // restored all the same.
            _ = try await rig.push(ConfigRig.config(names: ["Mine"])) { $0.unverified = true }
            let door = try await rig.perform(.reset) { $0.mayRemove = nil }
            #expect(door.failure?.message.contains("isReadable: false") == true)
            let reset = try await rig.perform(.reset)
            #expect(reset.outcome == .unverified && reset.failure == nil && reset.held == nil && reset.saved == .said)
            #expect(try await rig.perform(.restore).failure?.message.contains("cut") == true)
            let restored = try await rig.perform(.restore) { $0.unverified = true }
            #expect(restored.outcome == .applied && restored.held?.contains("Mine") == true, "\(restored)")
            // A text that leaves a list out keeps the device's list, which counts towards the
            // length.
            let long =
                #"{"version":1,"patterns":{"ssidPatterns":["#
                + (0..<4).map { #"{"pattern":"a long name of a net \#($0)","deviceType":"T"}"# }.joined(separator: ",")
                + "]}}"
            let exact = try await rig.push(long) { ($0.exact, $0.mayRemove) = (true, nil) }
            #expect(exact.failure?.message.contains("readable(mtu: 255)") == true && exact.transfer == nil, "\(exact)")
            let other = try await rig.perform(.reset) { $0.ifHeld = "{}" }
            #expect(other.failure?.message == "changedMeanwhile" && other.outcome == nil)
        }
    }

    @Test("one notification that is cut is read in whole as a value")
    func readAsValue() async throws {
        let small = #""config":{"ssids":[],"macs":[],"bleNames":[],"bleUUIDs":[]}"#
        try await ConfigRig.with(small, mtu: 100) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure == nil)
            #expect(try #require(report.held).utf8.count > 97)
        }
    }

    @Test("a notification that is lost is asked for again")
    func lost() async throws {
        try await ConfigRig.with(#""dropNotification":3,"faultAttempts":1"#) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure == nil)
            #expect(report.figures.reads == 3)
        }
    }

    @Test("a device that hangs up while it is written to is written to again", arguments: 1...7)
    func hangsUp(_ write: Int) async throws {
        try await ConfigRig.with(#""disconnectAtWrite":\#(write),"faultAttempts":1,"firmware":"document""#, mtu: 247) {
            rig in
            let names = (0..<20).map { "a name of some length, number \($0)" }
            let report = try await rig.push(ConfigRig.config(names: names)) { $0.exact = true }
            #expect(report.failure == nil && report.outcome == .applied)
            #expect(report.figures.attempts == 2)
        }
    }

    @Test("a reply that does not come is no failure where the config is there", arguments: ["none"])
    func noReply(_ replies: String) async throws {
        try await ConfigRig.with(#""replies":"\#(replies)""#) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(report.outcome == .applied)
            #expect(report.replies.isEmpty)
        }
    }

    @Test("what is kept is said by the device, and proven by a restart")
    func saved() async throws {
        try await ConfigRig.with(#""rebootAfterSaveMs":300,"bootMs":200"#) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"])) { order in
                order.save = true
                order.verifyReboot = true
                order.waitMs = 20_000
            }
            #expect(report.failure == nil)
            #expect(report.outcome == .appliedAndSaved)
            #expect(report.saved == .proven)
            #expect(try await rig.gateway.configs.devices().first?.saveProven == true)
        }
    }

    @Test("a setting that a kind of device cannot hold is told when it is set, and refused when it is pushed")
    func unheld() async throws {
        try await ConfigRig.with { rig in
            let service = rig.gateway.configs
            let told = try await service.setScanSettings([
                "detection_timeout": 3_000_000_000, "ble_scan_interval": 65_000,
            ])
            #expect(
                told.unheld.map { "\($0.setting) \($0.profile) \($0.lowest)...\($0.highest)" } == [
                    "ble_scan_interval document 1000...60000", "detection_timeout real 1000...2147483647",
                ])
            let refused = try await rig.perform(.push)
            #expect(refused.transfer == nil && refused.outcome == nil)
            #expect(refused.failure?.message.contains("detection_timeout") == true)
            #expect(try await service.setScanSettings(["detection_timeout": nil]).unheld.count == 1)
            let pushed = try await rig.perform(.push)
            #expect(pushed.outcome == .applied && pushed.held?.contains(#""bleScanInterval":65000"#) == true)
        }
    }

    @Test("pull, edit, push and pull again: the tables have what the device holds")
    func roundTrip() async throws {
        try await ConfigRig.with { rig in
            let pulled = try await rig.perform(.pull)
            #expect(pulled.failure == nil && !pulled.toHost.isEmpty)
            let diff = try await rig.perform(.diff)
            #expect(diff.toDevice.isEmpty && diff.differences.isEmpty)
            let pattern = try Pattern(.bleName, "My own", deviceType: "Test")
            try await rig.gateway.store.patterns.change([.add(PatternDraft(pattern))], atMicroseconds: 2)
            let pushed = try await rig.perform(.push)
            #expect(pushed.failure == nil && pushed.outcome == .applied)
            #expect(pushed.toDevice.map(\.text) == ["My own"])
            let again = try await rig.perform(.pull)
            #expect(again.toHost.isEmpty)
        }
    }

    @Test("sync takes over what either side has changed, and lists what both have")
    func sync() async throws {
        try await ConfigRig.with { rig in
            _ = try await rig.perform(.pull)
            // Changes on the device by another host, and in the tables by hand; one entry is
            // changed in both.
            let held = try #require(try await rig.perform(.read).held)
            var theirs = try ConfigReading(parsing: held.utf8).config
            let both = try #require(theirs[.bleName].first)
            theirs.lists[.bleName]?[0].deviceType = "Theirs"
            theirs.lists[.bleName]?.append(.init("New there", deviceType: "Test"))
            let text = String(decoding: ConfigDialect.nested.encode(theirs), as: UTF8.self)
            _ = try await rig.push(text) { $0.exact = true }
            let key = Pattern.Key(.bleName, both)
            let ours = try Pattern(.bleName, both.text, deviceType: "Ours")
            try await rig.gateway.store.patterns.change(
                [
                    .replace(key, PatternDraft(ours)),
                    .add(PatternDraft(try Pattern(.bleName, "New here", deviceType: "Test"))),
                ], atMicroseconds: 3)

            let first = try await rig.perform(.sync)
            #expect(first.conflicts.map(\.text) == [both.text])
            #expect(first.conflicts.first?.host == "Ours" && first.conflicts.first?.device == "Theirs")
            #expect(first.toHost.map(\.text) == ["New there"])
            #expect(first.toDevice.map(\.text) == ["New here"])
            #expect(first.outcome == .applied && first.failure != nil)

            let settled = try await rig.perform(.sync) { $0.prefer = .host }
            #expect(settled.failure == nil && settled.conflicts.isEmpty)
            #expect(settled.toDevice.map(\.text) == [both.text])
            let done = try await rig.perform(.diff)
            #expect(done.differences.isEmpty)
        }
    }

    @Test("restore brings back what a push replaced, reset what the device had from the factory")
    func restored() async throws {
        try await ConfigRig.with { rig in
            let before = try #require(try await rig.perform(.read).held)
            _ = try await rig.push(ConfigRig.config(names: ["x"]))
            let restored = try await rig.perform(.restore)
            #expect(restored.failure == nil && restored.outcome == .applied)
            let config = try ConfigReading(parsing: try #require(restored.held).utf8).config
            #expect(config.isSame(as: try ConfigReading(parsing: before.utf8).config))
            _ = try await rig.push(ConfigRig.config(names: ["y"])) { $0.save = true }
            let reset = try await rig.perform(.reset)
            #expect(reset.failure == nil && reset.outcome == .appliedAndSaved)
            #expect(try ConfigReading(parsing: try #require(reset.held).utf8).config.isSame(as: config))
        }
    }

    @Test("a transfer that a gateway was killed in is told of by the next look, by what the device holds")
    func interrupted() async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(store: store) { rig in
            let held = Array(try #require(try await rig.perform(.read).held).utf8)
            let other = Array(ConfigRig.config(names: ["x"]).utf8)
            for (wanted, previous) in [(held, other), (other, held), (other, other)] {
                _ = try await store.configs.beginTransfer(
                    ConfigRig.device, action: "push", wanted: wanted, previous: previous, atMicroseconds: 1)
            }
            #expect(try await rig.gateway.configs.devices().first?.openTransfers == 3)
            let report = try await rig.perform(.read)
            #expect(report.interrupted.map(\.holds) == [.other, .previous, .wanted])
            #expect(try await rig.perform(.read).interrupted.isEmpty)
        }
    }

    @Test("half a config is not kept")
    func halfWritten() async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(store: store) { rig in
            let other = Array(ConfigRig.config(names: ["x"]).utf8)
            _ = try await store.configs.beginTransfer(
                ConfigRig.device, action: "push", wanted: other, previous: other, atMicroseconds: 1)
            let report = try await rig.perform(.save)
            #expect(report.failure?.message.contains("halfWritten") == true)
            #expect(report.saved == nil && report.replies.isEmpty)
        }
    }

    @Test("the dongle's own config is read, written, kept and proven like any other")
    func dongleItself() async throws {
        try await ConfigRig.with { rig in
            let empty = try await rig.perform(.read, device: "dongle")
            #expect(empty.failure == nil)
            let report = try await rig.perform(.push, device: "dongle") { order in
                order.config = ConfigRig.config(names: ["x", "y"], hop: 300)
                order.save = true
                order.verifyReboot = true
                order.waitMs = 20_000
            }
            #expect(report.failure == nil)
            #expect(report.outcome == .appliedAndSaved && report.saved == .proven)
            let again = try await rig.perform(.read, device: "dongle")
            #expect(
                try ConfigReading(parsing: try #require(again.held).utf8).config[.bleName].map(\.text) == ["x", "y"])
            let reset = try await rig.perform(.reset, device: "dongle")
            #expect(reset.failure == nil)
            #expect(try await rig.perform(.read, device: "dongle").held?.contains("\"x\"") == false)
        }
    }

    @Test(
        "what names no device, or means nothing, is refused before anything is done",
        arguments: ["", "ble:", "ble", "FlockFinder", "dongle:1"])
    func badDevices(_ device: String) async throws {
        try await ConfigRig.with { rig in
            await #expect(throws: ConfigError.badDevice(device)) { try await rig.perform(.read, device: device) }
            await #expect(throws: ConfigError.pointless(field: "save", action: "read")) {
                try await rig.perform(.read) { $0.save = true }
            }
        }
    }

    @Test("a device is found by its name; nobody of that name, and one without all four characteristics, are told")
    func finding() async throws {
        try await ConfigRig.with { rig in
            let report = try await rig.perform(.read, device: "ble:FlockFinder-S3")
            #expect(report.failure == nil && report.device.device == ConfigRig.device)
            #expect(report.device.name == "FlockFinder-S3")
            let nobody = try await rig.perform(.read, device: "ble:Nobody")
            #expect(nobody.failure?.message.contains("notHeard") == true)
        }
        try await ConfigRig.with(#""missing":["stream"]"#) { rig in
            let report = try await rig.perform(.read)
            #expect(report.failure?.message.contains("notAFlockFinder") == true)
        }
    }
}

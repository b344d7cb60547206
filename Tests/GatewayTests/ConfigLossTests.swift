import FlockFinder
import GatewayModel
import Store
import Testing

@testable import Gateway

/// Losses in what a device's dialect can express are reported to every caller.
@Suite(.timeLimit(.minutes(2))) struct ConfigLossTests {
    @Test("that capitals count cannot be told in the compact dialect, and is told as lost by everything that sends")
    func capitals() async throws {
        try await ConfigRig.with(#""firmware":"document""#) { rig in
            _ = try await rig.perform(.pull)
            let mine = try Pattern(.ssid, "CamNet", deviceType: "Test", isCaseSensitive: true)
            try await rig.add(mine)
            let dry = try await rig.perform(.push) { $0.dryRun = true }
            let pushed = try await rig.perform(.push)
            let synced = try await rig.perform(.sync)
            let diff = try await rig.perform(.diff)
            for report in [dry, pushed, synced, diff] {
                #expect(report.losses.map(\.what) == [.capitals])
                #expect(report.losses.map(\.list) == ["ssid"] && report.losses.map(\.text) == ["CamNet"])
            }
            #expect(pushed.failure == nil && pushed.outcome == .applied && diff.differences.isEmpty)
            #expect(
                try ConfigReading(parsing: try #require(pushed.held).utf8).config[.ssid].contains {
                    $0.text == "CamNet"
                })
            // The tables still have it.
            let pulled = try await rig.perform(.pull)
            #expect(pulled.toHost.isEmpty && pulled.losses.isEmpty)
            #expect(try await rig.gateway.store.patterns.find(mine.key)?.pattern.isEnabled == true)
        }
    }

    @Test("of a file it is told too, and of settings that the device does not have")
    func file() async throws {
        let text =
            #"{"version":1,"scanConfig":{"maxChannel":11},"patterns":{"ssidPatterns":["#
            + #"{"pattern":"CamNet","deviceType":"T","caseSensitive":true}]}}"#
        try await ConfigRig.with(#""firmware":"document""#) { rig in
            for isExact in [true, false] {
                let report = try await rig.push(text) { $0.exact = isExact ? true : nil }
                #expect(report.losses.map(\.what) == [.setting, .capitals])
                #expect(report.losses.first?.setting == "max_channel")
                #expect(report.outcome == .applied)
            }
        }
    }

    @Test("the firmware's own dialect can be told all of it, though names of networks never match there")
    func none() async throws {
        try await ConfigRig.with { rig in
            _ = try await rig.perform(.pull)
            try await rig.add(try Pattern(.ssid, "CamNet", deviceType: "Test", isCaseSensitive: true))
            let pushed = try await rig.perform(.push)
            #expect(pushed.outcome == .applied && pushed.losses.map(\.what) == [.deaf])
        }
    }

    @Test("an SSID that a device dropped is disabled in the tables whether or not its capitals counted")
    func dropped() async throws {
        try await ConfigRig.with(#""firmware":"document""#) { rig in
            _ = try await rig.perform(.pull)
            let keys = try [true, false].map { try Pattern.Key(.ssid, "CamNet", isCaseSensitive: $0) }
            for key in keys {
                try await rig.add(
                    try Pattern(.ssid, key.text, deviceType: "Test", isCaseSensitive: key.isCaseSensitive))
            }
            #expect(try await rig.perform(.push).outcome == .applied)
            #expect(try await rig.push(#"{"v":1,"ssid":[]}"#).outcome == .applied)
            let synced = try await rig.perform(.sync)
            #expect(synced.toHost.contains { $0.text == "CamNet" })
            for key in keys { #expect(try await rig.gateway.store.patterns.find(key)?.pattern.isEnabled == false) }
            let again = try await rig.perform(.sync)
            #expect(again.toDevice.isEmpty && again.toHost.isEmpty)
        }
    }
}

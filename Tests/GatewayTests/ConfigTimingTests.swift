import GatewayModel
import Testing

@testable import Gateway

/// Whether a device scans as it was told, and what its clock tells of a restart.
struct ConfigTimingTests {
    @Test("a device is measured to scan at the intervals that it was sent", arguments: [false, true])
    func timing(_ keepsTiming: Bool) async throws {
        let options = #""keepsTiming":\#(keepsTiming),"config":{"bleOn":false,"hopIntervalMs":600}"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"], hop: 100)) { $0.verifyTiming = true }
            // It was applied, whatever comes of it.
            #expect(report.outcome == "applied")
            #expect(report.timings.map(\.setting) == ["channel_hop_interval", "ble_scan_interval"])
            #expect(report.timings.map(\.verdict) == [keepsTiming ? "differs" : "as-set", "off"])
            #expect(report.timings[0].measuredMs == (keepsTiming ? 700 : 200))
            #expect(keepsTiming == (report.failure?.message.hasPrefix("timingDiffers") == true))
        }
    }

    @Test("a device that streams nothing is not said to scan as it was told")
    func timingUnseen() async throws {
        // It restarts while it is measured.
        let options = #""rebootAfterSaveMs":1500,"config":{"bleOn":false,"hopIntervalMs":60000},"keepsTiming":true"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"], hop: 100)) { order in
                (order.save, order.verifyTiming) = (true, true)
            }
            #expect(report.outcome == "applied-and-saved" && report.timings.first?.verdict == "not-seen")
            #expect(report.failure?.message.hasPrefix("timingUnseen") == true)
        }
    }

    @Test("intervals are measured of what is sent, and of no dongle")
    func timingPointless() async throws {
        try await ConfigRig.with { rig in
            var order = ConfigOrder(device: ConfigRig.device)
            (order.verifyTiming, order.dryRun) = (true, true)
            let dry = order
            await #expect(throws: ConfigError.pointless(field: "verify_timing", action: "what is not sent")) {
                _ = try await rig.gateway.configs.perform(.push, dry)
            }
            (order.device, order.dryRun) = ("dongle", nil)
            let dongle = order
            await #expect(throws: ConfigError.pointless(field: "verify_timing", action: "a dongle")) {
                _ = try await rig.gateway.configs.perform(.push, dongle)
            }
        }
    }

    @Test("a device that scans for nothing, and so streams nothing, is seen to restart all the same")
    func restartUnstreamed() async throws {
        let options = #""rebootAfterSaveMs":300,"bootMs":200,"config":{"bleOn":false,"wifiOn":false}"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.perform(.save) { order in
                (order.verifyReboot, order.waitMs) = (true, 20_000)
            }
            #expect(report.failure == nil && report.saved == "proven")
        }
    }
}

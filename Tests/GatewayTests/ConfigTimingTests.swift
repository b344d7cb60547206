import GatewayModel
import Testing

@testable import Gateway

/// Measured scan intervals of a device, and restarts that its clock reveals.
struct ConfigTimingTests {
    @Test("a device is measured to scan at the intervals that it was sent", arguments: [false, true])
    func timing(_ keepsTiming: Bool) async throws {
        let options = #""keepsTiming":\#(keepsTiming),"config":{"bleOn":false,"hopIntervalMs":600}"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.push(ConfigRig.config(names: ["x"], hop: 100)) { $0.verifyTiming = true }
            // The config counts as applied, whatever the measurement shows.
            #expect(report.outcome == .applied)
            #expect(report.timings.map(\.setting) == [.channelHopInterval, .bleScanInterval])
            #expect(report.timings.map(\.verdict) == [keepsTiming ? .differs : .asSet, .off] as [TimingVerdict])
            let measured = try #require(report.timings[0].measuredMs)
            #expect((keepsTiming ? 700...900 : 200...305).contains(measured), "\(measured)")
            #expect(keepsTiming == (report.failure?.message.hasPrefix("timingDiffers") == true))
        }
    }

    @Test(
        "a device that restarts while it is measured is not said to scan as it was told, nor to hold it",
        arguments: [false, true])
    func timingCutShort(_ isSaved: Bool) async throws {
        let options = #""keepsTiming":true,"bootMs":100,"config":{"bleOn":false,"hopIntervalMs":60000}"#
        try await ConfigRig.with(options) { rig in
            var order = ConfigOrder(device: ConfigRig.device)
            (order.config, order.mayRemove, order.timeoutMs) = (ConfigRig.config(names: ["x"], hop: 100), true, 1_500)
            (order.save, order.verifyTiming) = (isSaved, true)
            var last: ConfigReport?
            for await update in try await rig.gateway.configs.perform(.push, order) {
                switch update {
                case .progress(let progress) where progress.phase == .measuring: try await rig.restart()
                case .progress: continue
                case .report(let report): last = report
                }
            }
            let report = try #require(last)
            #expect(report.outcome == (isSaved ? .appliedAndSaved : .unknown) && report.timings.isEmpty)
            #expect(report.failure?.message == "brokenOff(attempts: 1)")
        }
    }

    @Test("intervals are measured of what is sent, and of no dongle")
    func timingPointless() async throws {
        try await ConfigRig.with { rig in
            let text = ConfigRig.config(names: ["x"])
            let dry = try await rig.push(text) { ($0.verifyTiming, $0.dryRun) = (true, true) }
            #expect(dry.failure == nil && dry.timings.isEmpty)
            let dongle = try await rig.perform(.push, device: "dongle") { ($0.verifyTiming, $0.config) = (true, text) }
            #expect(dongle.failure?.message == "noStream" && dongle.transfer == nil)
        }
    }

    @Test("a device that scans for nothing, and so streams nothing, is seen to restart all the same")
    func restartUnstreamed() async throws {
        let options = #""rebootAfterSaveMs":300,"bootMs":200,"config":{"bleOn":false,"wifiOn":false}"#
        try await ConfigRig.with(options) { rig in
            let report = try await rig.perform(.save) { order in
                (order.verifyReboot, order.waitMs) = (true, 20_000)
            }
            #expect(report.failure == nil && report.saved == .proven)
        }
    }
}

import GatewayModel
import Testing

@testable import Perch

@Suite struct WatchedConfigTests {
    private func report(_ held: String?, failure: String? = nil) -> ConfigReport {
        var report = ConfigReport(action: .read, device: ConfigDevice(device: "ble:x"))
        report.held = held
        report.failure = failure.map { ConfigFailure(code: $0, message: "It is away.", hint: "") }
        return report
    }

    @Test("the first reading is told, the same one once more is not, and a change is what has changed")
    func changes() {
        var watched = WatchedConfig()
        let first = #"{"v":1,"wsi":5000,"mac":[{"p":"b4:1e:52","t":"A"},{"p":"58:8e:81","t":"A"}]}"#
        #expect(watched.take(report(first)) == ["ble:x holds 76 bytes, version 1."])
        #expect(watched.take(report(first)) == nil)
        let second = #"{"v":1,"wsi":6000,"mac":[{"p":"58:8e:81","t":"B"},{"p":"70:c9:4e","t":"A","e":false}]}"#
        #expect(
            watched.take(report(second)) == [
                "wifi_scan_interval: 5000 → 6000", "mac 58:8e:81: A → B", "+ mac 70:c9:4e", "− mac b4:1e:52",
            ])
        #expect(
            watched.take(report(#"{"v":1,"mac":[{"p":"58:8e:81","t":"B"},{"p":"70:c9:4e","t":"A"}]}"#)) == [
                "mac 70:c9:4e is enabled now", "− wifi_scan_interval",
            ])
        #expect(watched.readings == 4 && watched.changes == 2 && watched.failed == 0)
    }

    @Test("that it is away is told once, and that it is back")
    func away() {
        var watched = WatchedConfig()
        let held = #"{"v":1,"mac":[]}"#
        _ = watched.take(report(held))
        #expect(watched.take(report(nil, failure: "device-not-heard")) == ["✗ It is away."])
        #expect(watched.take(report(nil, failure: "device-not-heard")) == nil)
        #expect(watched.take(report(nil, failure: "device-silent")) == ["✗ It is away."])
        #expect(watched.take(report(held)) == ["The device can be read again. Its config is unchanged."])
        #expect(watched.failed == 3 && watched.changes == 0)
    }
}

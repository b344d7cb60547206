import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// Wi-Fi networks around a simulated dongle.
struct VirtualNetworksTests {
    private func host(_ networks: [Scenario.Network]?) throws -> BareHost {
        let host = try BareHost(Scenario(name: "networks", noiseDB: 0, networks: networks))
        _ = try host.startSession()
        return host
    }

    private func sightings(_ host: BareHost) -> [WifiSighting] {
        host.frames.events(.wifiBatch, as: WifiBatch.self).flatMap(\.sightings)
    }

    @Test("a network is heard while the scan is on its channel, with its name and address")
    func heard() throws {
        let host = try host([
            .init(ssid: "Café", bssid: "02:00:00:00:00:01", channel: 1, distanceM: 1),
            .init(ssid: "", bssid: "02:00:00:00:00:02", channel: 3, distanceM: 10),
        ])
        _ = try host.answer(to: WifiScanStartRequest(dwellMs: 500, highestChannel: 2))
        host.advance(by: .seconds(4))
        let known = sightings(host)
        #expect(Set(known.map(\.ssid)) == [Array("Café".utf8)] && Set(known.map(\.rssiDBm)) == [-40])
        #expect((18...22).contains(known.count) && known.allSatisfy { $0.channel == 1 && $0.frame == .beacon })
        _ = try host.answer(to: WifiScanStartRequest(dwellMs: 500, highestChannel: 3))
        host.advance(by: .seconds(3))
        let later = sightings(host).dropFirst(known.count)
        #expect(Set(later.map(\.address.rawValue)) == [0x0200_0000_0001, 0x0200_0000_0002])
    }

    @Test("nothing is heard before a scan and after it")
    func stopped() throws {
        let host = try host([.init(ssid: "a", bssid: "02:00:00:00:00:01")])
        host.advance(by: .seconds(2))
        #expect(sightings(host) == [])
        _ = try host.answer(to: WifiScanStartRequest())
        host.advance(by: .seconds(4))
        _ = try host.answer(to: WifiScanStopRequest())
        host.advance(by: .seconds(1))
        let count = sightings(host).count
        #expect(count > 0)
        host.advance(by: .seconds(4))
        #expect(sightings(host).count == count)
    }

    @Test("a scenario without networks has a dongle without Wi-Fi")
    func without() throws {
        let host = try host(nil)
        #expect(throws: HostFault.self) { try host.answer(to: WifiScanStartRequest()) }
        let other = try self.host([])
        #expect(throws: Never.self) { try other.answer(to: WifiScanStartRequest()) }
    }

    @Test(
        "a network out of its range names its place and what belongs there",
        arguments: [
            (#""bssid":"x""#, "bssid", "an address like c0:11:22:33:44:55"),
            (#""bssid":"02:00:00:00:00:01","channel":15"#, "channel", "a number from 1 to 14"),
            (#""bssid":"02:00:00:00:00:01","intervalMs":1"#, "intervalMs", "a number from 20.0 to 10240.0"),
            (#""bssid":"02:00:00:00:00:01","distanceM":0"#, "distanceM", "a number from 0.01 to 1000.0"),
            (
                #""bssid":"02:00:00:00:00:01","ssid":"123456789012345678901234567890123""#, "ssid", "at most 32 bytes"
            ),
        ])
    func range(network: String, key: String, expected: String) {
        #expect(throws: ScenarioError.invalid(path: "networks[0].\(key)", expected: expected)) {
            try Scenario(json: Data(#"{"name":"x","networks":[{\#(network)}]}"#.utf8))
        }
    }
}

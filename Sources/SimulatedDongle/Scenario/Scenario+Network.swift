import Randomness
import Advertising

extension Scenario {
    /// A Wi-Fi access point, which sends beacons.
    package struct Network: Codable, Sendable, Hashable {
        /// Network name of at most 32 bytes; empty if hidden.
        package var ssid: String
        /// Address, such as `aa:bb:cc:dd:ee:ff`.
        package var bssid: String
        /// Wi-Fi channel, 1...14.
        package var channel: Int
        /// Interval of beacons, 20...10240 ms.
        package var intervalMs: Double
        /// Received power at one metre, -100...20 dBm.
        package var powerAt1mDBm: Int8
        /// Distance from the dongle, 0.01...1000 m.
        package var distanceM: Double

        package init(
            ssid: String, bssid: String, channel: Int = 6, intervalMs: Double = 102.4, powerAt1mDBm: Int8 = -40,
            distanceM: Double = 5
        ) {
            self.ssid = ssid
            self.bssid = bssid
            self.channel = channel
            self.intervalMs = intervalMs
            self.powerAt1mDBm = powerAt1mDBm
            self.distanceM = distanceM
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                ssid: try fields.value(.ssid, default: ""),
                bssid: try fields.decode(String.self, forKey: .bssid),
                channel: try fields.value(.channel, default: 6),
                intervalMs: try fields.value(.intervalMs, default: 102.4),
                powerAt1mDBm: try fields.value(.powerAt1mDBm, default: -40),
                distanceM: try fields.value(.distanceM, default: 5))
        }
    }
}

extension VirtualNetworks.Network {
    /// Largest size of an SSID in bytes. Source: IEEE 802.11-2020, 9.4.2.2.
    private static let ssidLimit = 32

    init(_ given: Scenario.Network, random: SplitMix64, path: String) throws(ScenarioError) {
        guard given.ssid.utf8.count <= Self.ssidLimit else {
            throw .invalid(path: "\(path).ssid", expected: "at most \(Self.ssidLimit) bytes")
        }
        guard let address = BluetoothAddress(given.bssid) else {
            throw .invalid(path: "\(path).bssid", expected: "an address like c0:11:22:33:44:55")
        }
        let intervalMs = try ScenarioValue.checked(given.intervalMs, 20...10240, path: "\(path).intervalMs")
        self.init(
            ssid: Array(given.ssid.utf8), address: address,
            channel: try ScenarioValue.checked(given.channel, 1...14, path: "\(path).channel"),
            interval: .microseconds(Int64(intervalMs * 1000)),
            powerAt1mDBm: try ScenarioValue.checked(given.powerAt1mDBm, -100...20, path: "\(path).powerAt1mDBm"),
            distanceM: try ScenarioValue.checked(given.distanceM, 0.01...1000, path: "\(path).distanceM"),
            random: random)
    }
}

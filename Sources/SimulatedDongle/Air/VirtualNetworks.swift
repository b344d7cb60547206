import Randomness
import Advertising

/// The Wi-Fi networks around a dongle, and its receiver, which hears one channel at a time.
///
/// It does nothing while no scan runs.
struct VirtualNetworks {
    /// An access point.
    struct Network {
        let ssid: [UInt8]
        let address: BluetoothAddress
        let channel: Int
        let interval: Duration
        let powerAt1mDBm: Int8
        let distanceM: Double
        var random: SplitMix64
        /// Time of its next beacon; nil while no scan runs.
        var due: Duration?
    }

    /// A scan of the channels 1...`channels`, one after another.
    struct Scan: Sendable, Hashable {
        /// Time per channel if the radio chooses. It is longer than the usual interval of beacons.
        private static let usualDwell = Duration.milliseconds(120)

        let dwell: Duration
        let channels: Int

        /// - Parameters:
        ///   - dwellMs: Time per channel; 0 = the radio's choice.
        init(dwellMs: UInt16, channels: UInt8) {
            dwell = dwellMs == 0 ? Scan.usualDwell : .milliseconds(Int(dwellMs))
            self.channels = max(1, Int(channels))
        }

        func channel(at now: Duration) -> Int {
            Int(now.microseconds / max(1, dwell.microseconds)) % channels + 1
        }
    }

    /// A beacon frame that was heard.
    struct Beacon {
        let address: BluetoothAddress
        let rssiDBm: Int8
        let channel: UInt8
        let ssid: [UInt8]
    }

    let signal: SignalModel
    private var networks: [Network]
    private(set) var scan: Scan?

    init(networks: [Network], signal: SignalModel) {
        self.networks = networks
        self.signal = signal
    }

    var nextDue: Duration? { networks.reduce(nil) { Duration.earlier($0, $1.due) } }

    /// Starts a scan, or changes a running one.
    mutating func startScan(_ scan: Scan, at now: Duration) {
        for index in networks.indices where networks[index].due == nil {
            let phase = Int64.random(in: 0...networks[index].interval.microseconds, using: &networks[index].random)
            networks[index].due = now + .microseconds(phase)
        }
        self.scan = scan
    }

    mutating func stopScan() {
        scan = nil
        for index in networks.indices { networks[index].due = nil }
    }

    /// Sends all beacons that are due, in order of time.
    mutating func advance(to now: Duration, hear: (Beacon) -> Void) {
        while let scan, let index = earliest, let due = networks[index].due, due <= now {
            networks[index].due = due + networks[index].interval
            let network = networks[index]
            guard scan.channel(at: due) == network.channel else { continue }
            let rssiDBm = signal.rssi(
                powerAt1mDBm: network.powerAt1mDBm, distanceM: network.distanceM, random: &networks[index].random)
            guard let rssiDBm else { continue }
            hear(
                Beacon(
                    address: network.address, rssiDBm: rssiDBm, channel: UInt8(network.channel), ssid: network.ssid))
        }
    }

    private var earliest: Int? {
        networks.indices.filter { networks[$0].due != nil }.min {
            (networks[$0].due ?? .zero) < (networks[$1].due ?? .zero)
        }
    }
}

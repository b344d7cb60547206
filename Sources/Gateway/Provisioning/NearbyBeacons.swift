import Advertising
import CP28
import DongleLink
import GatewayModel
import LineFormats

/// Factory beacons nearby, by their signal of the last seconds. Pure: time is an argument.
package struct NearbyBeacons: Sendable {
    /// Time for which a beacon counts after its last advert.
    package static let presence = Duration.seconds(5)
    /// Time over which the signal is averaged.
    static let window = Duration.seconds(3)
    /// Most beacons in a line.
    static let limit = 32

    fileprivate struct Signal: Sendable {
        var lastHeard: Duration
        var lastSeen: Timestamp
        /// Sums and counts of the last whole seconds, by the second's number.
        var seconds: [(number: Int64, sum: Int, count: Int)] = []
    }

    private var census: BeaconCensus
    private var signals: [BluetoothAddress: Signal] = [:]

    /// - Parameter services: Services by which beacons of the profiles are provisioned.
    package init(services: Set<BluetoothUUID>) {
        census = BeaconCensus(services: services)
    }

    package mutating func take(_ sighting: Sighting, _ advert: ParsedAdvert, at now: Duration) {
        let rssi = sighting.rssiDBm == 127 ? nil : Int(sighting.rssiDBm)
        guard signals[sighting.address] != nil || signals.count < BeaconCensus.limit else { return }
        census.take(
            advert, from: sighting.address, sighting.addressType, pdu: sighting.pdu, rssiDBm: rssi, badge: nil)
        let seen = Timestamp(microsecondsSince1970: sighting.microsecondsSince1970)
        var signal = signals[sighting.address] ?? Signal(lastHeard: now, lastSeen: seen)
        (signal.lastHeard, signal.lastSeen) = (now, seen)
        if let rssi {
            let number = now.components.seconds
            if signal.seconds.last?.number != number { signal.seconds.append((number, 0, 0)) }
            signal.seconds[signal.seconds.count - 1].sum += rssi
            signal.seconds[signal.seconds.count - 1].count += 1
            signal.seconds.removeAll { number - $0.number > NearbyBeacons.window.components.seconds }
        }
        signals[sighting.address] = signal
    }

    /// Returns the line for this moment, and forgets beacons that are gone.
    package mutating func line(
        _ knowledge: BeaconCensus.Knowledge, isListening: Bool, at now: Duration
    ) -> NearbyLine {
        for (address, signal) in signals where now - signal.lastHeard > NearbyBeacons.presence {
            signals[address] = nil
            census.remove(address)
        }
        var others = 0
        var found: [(beacon: NearbyBeacon, isOffered: Bool)] = []
        for (device, kind) in census.entries(knowledge) {
            guard let signal = signals[device.address], let beacon = NearbyBeacon(device, kind, signal.lastSeen) else {
                others += 1
                continue
            }
            var heard = beacon
            heard.rssi = signal.mean(at: now)
            found.append((heard, kind.isOffered))
        }
        found.sort { one, other in
            guard one.isOffered == other.isOffered else { return one.isOffered }
            let strength = (one.beacon.rssi ?? -129, other.beacon.rssi ?? -129)
            return strength.0 == strength.1 ? one.beacon.address < other.beacon.address : strength.0 > strength.1
        }
        others += max(0, found.count - NearbyBeacons.limit)
        return NearbyLine(
            isListening: isListening, beacons: found.prefix(NearbyBeacons.limit).map(\.beacon), others: others)
    }
}

extension NearbyBeacons.Signal {
    /// Mean of the last seconds, rounded to 1 dBm.
    fileprivate func mean(at now: Duration) -> Int? {
        let recent = seconds.filter { now.components.seconds - $0.number <= NearbyBeacons.window.components.seconds }
        let count = recent.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        return Int((Double(recent.reduce(0) { $0 + $1.sum }) / Double(count)).rounded())
    }
}

extension NearbyBeacon {
    /// Nil for a device that is no known beacon.
    fileprivate init?(_ device: BeaconCensus.Device, _ kind: BeaconCensus.Kind, _ lastSeen: Timestamp) {
        self.init(
            address: device.address, addressType: device.addressType, kind: "", name: device.name, lastSeen: lastSeen)
        switch kind {
        case .factory(.cp28, _): self.kind = "cp28"
        case .factory: self.kind = "other-factory"
        case .unsuitable(let reason):
            self.kind = "unsuitable"
            self.reason = reason
        case .provisioned(let name, _):
            self.kind = "provisioned"
            table = name
        case .unknown: return nil
        }
    }
}

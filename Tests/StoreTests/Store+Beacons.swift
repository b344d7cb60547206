import Advertising
import Store

extension BeaconIdentity {
    /// Returns one of many beacons of one owner.
    static func numbered(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: ProximityUUID(0xFDA5_0693_A4E2_4FB1_AFCF_C6EB_0764_7825), major: 1, minor: minor)
    }
}

extension HistoryEntry {
    static func heard(
        _ minor: UInt16, by dongle: String = "a", count: Int = 10, rssi: HistoryRSSI? = .around(-60),
        distanceM: Double? = 1
    ) -> HistoryEntry {
        HistoryEntry(beacon: .numbered(minor), dongle: dongle, count: count, rssi: rssi, distanceM: distanceM)
    }
}

extension HistoryRSSI {
    static func around(_ mean: Int8) -> HistoryRSSI {
        HistoryRSSI(minimum: mean - 5, mean: Double(mean), maximum: mean + 5)
    }
}

extension Store {
    func hear(_ minor: UInt16..., minute: Int64, dongle: String = "a") async throws(StoreError) {
        try await history.append(minor.map { .heard($0, by: dongle) }, startMicroseconds: minute * 60_000_000)
    }

    /// Returns beacon and minute of every row.
    func heard() async throws(StoreError) -> [String] {
        try await history.list(from: .min, to: .max, after: nil, limit: .max).map {
            "\($0.entry.beacon.minor)@\($0.startMicroseconds / 60_000_000)"
        }
    }
}

import Advertising
import BeaconTracking
import Foundation
import TestSupport

/// Estimates the distance of one beacon from one gateway, one advert after the other.
protocol RangingEstimator {
    mutating func hear(_ rssiDBm: Int8, at now: Duration)
    /// Smoothed RSSI in dBm; nil if the estimator has forgotten the beacon.
    mutating func level(at now: Duration) -> Double?
    /// Distance in metres by a smoothed RSSI and the power at 1 m.
    func metres(_ level: Double, _ powerDBm: Double) -> Double
}

/// Perch as it is: a tracker, with its own path loss or another.
struct PerchRanging: RangingEstimator {
    static let beacon = BeaconIdentity(uuid: ProximityUUID(UInt128(7)), major: 1, minor: 1)
    private var tracker = BeaconTracker()
    let distance: DistanceModel

    init(distance: DistanceModel = BeaconTracker.Configuration().distance) {
        self.distance = distance
    }

    mutating func hear(_ rssiDBm: Int8, at now: Duration) {
        tracker.hear(PerchRanging.sighting(rssiDBm, by: 0), at: now)
    }

    func level(at now: Duration) -> Double? {
        tracker.beacon(PerchRanging.beacon, at: now)?.receptions.first?.smoothedRSSI
    }

    func metres(_ level: Double, _ powerDBm: Double) -> Double {
        distance.metres(rssiDBm: level, powerDBm: powerDBm)
    }

    static func sighting(_ rssiDBm: Int8, by dongle: DongleNumber) -> BeaconSighting {
        BeaconSighting(
            identity: beacon, address: BluetoothAddress(7), rssiDBm: rssiDBm, measuredPowerDBm: OneLab.powerAt1mDBm,
            dongle: dongle)
    }
}

/// The adverts of the last seconds.
private struct RecentAdverts {
    let window: Duration
    private var heard: [(at: Duration, rssi: Double)] = []

    init(_ window: Duration) {
        self.window = window
    }

    mutating func add(_ rssiDBm: Int8, at now: Duration) {
        heard.append((now, Double(rssiDBm)))
    }

    /// RSSIs within the window, weakest first.
    mutating func sorted(at now: Duration) -> [Double] {
        heard.removeAll { now - $0.at >= window }
        return heard.map(\.rssi).sorted()
    }
}

/// AltBeacon's Android library: a running average over 20 s without the n/10 + 1 weakest and
/// strongest, and a curve fitted to a Nexus 5.
///
/// Source: AltBeacon/android-beacon-library 42e672e9, RunningAverageRssiFilter,
/// CurveFittedDistanceCalculator and the default of model-distance-calculations.json.
struct AltBeaconRanging: RangingEstimator {
    private var recent = RecentAdverts(.seconds(20))

    mutating func hear(_ rssiDBm: Int8, at now: Duration) { recent.add(rssiDBm, at: now) }

    mutating func level(at now: Duration) -> Double? {
        let sorted = recent.sorted(at: now)
        guard !sorted.isEmpty else { return nil }
        let trimmed = sorted.count > 2 ? sorted.count / 10 + 1 : 0
        let kept = sorted[trimmed..<(sorted.count - trimmed)]
        return kept.reduce(0, +) / Double(kept.count)
    }

    func metres(_ level: Double, _ powerDBm: Double) -> Double {
        let ratio = level / powerDBm
        return ratio < 1 ? pow(ratio, 10) : 0.42093 * pow(ratio, 6.9476) + 0.54992
    }
}

/// ESPresense: the mean of the adverts of 15 s within Tukey's fences, and an exponent of 2.7.
///
/// Source: ESPresense/ESPresense a6f1105e, AdaptivePercentileRSSI.getMedianIQR,
/// BleFingerprint.cpp and DEFAULT_ABSORPTION.
struct ESPresenseRanging: RangingEstimator {
    private var recent = RecentAdverts(.seconds(15))

    mutating func hear(_ rssiDBm: Int8, at now: Duration) { recent.add(rssiDBm, at: now) }

    mutating func level(at now: Duration) -> Double? {
        let sorted = recent.sorted(at: now)
        guard !sorted.isEmpty else { return nil }
        func quantile(_ share: Double) -> Double {
            let place = share * Double(sorted.count - 1)
            let low = Int(place)
            guard low + 1 < sorted.count else { return sorted[low] }
            return sorted[low] + (place - Double(low)) * (sorted[low + 1] - sorted[low])
        }
        let (lower, upper) = (quantile(0.25), quantile(0.75))
        let fence = 1.5 * (upper - lower)
        let kept = sorted.filter { $0 >= lower - fence && $0 <= upper + fence }
        return kept.isEmpty ? quantile(0.5) : kept.reduce(0, +) / Double(kept.count)
    }

    func metres(_ level: Double, _ powerDBm: Double) -> Double { pow(10, (powerDBm - level) / 27) }
}

/// room-assistant: a Kalman filter over adverts, whatever their times, and AltBeacon's first curve.
///
/// Source: mKeRix/room-assistant ed9a860e, filters.ts, bluetooth-low-energy.config.ts (process noise
/// 0.008, measurement noise 4, time-out 60 s) and tag.ts; kalmanjs.
struct RoomAssistantRanging: RangingEstimator {
    private var state: (level: Double, covariance: Double, last: Duration)?

    mutating func hear(_ rssiDBm: Int8, at now: Duration) {
        guard let before = state else {
            state = (Double(rssiDBm), 4, now)
            return
        }
        let predicted = before.covariance + 0.008
        let gain = predicted / (predicted + 4)
        state = (before.level + gain * (Double(rssiDBm) - before.level), predicted - gain * predicted, now)
    }

    func level(at now: Duration) -> Double? {
        state.flatMap { now - $0.last < .seconds(60) ? $0.level : nil }
    }

    func metres(_ level: Double, _ powerDBm: Double) -> Double {
        let ratio = level / powerDBm
        let metres = ratio < 1 ? pow(ratio, 10) : 0.89976 * pow(ratio, 7.7095) + 0.111
        return (metres * 10).rounded() / 10
    }
}

/// The median or the mean of 5 s, and an exponent of 2.
struct ShortRanging: RangingEstimator {
    private var recent = RecentAdverts(.seconds(5))
    let isMedian: Bool

    init(isMedian: Bool) {
        self.isMedian = isMedian
    }

    mutating func hear(_ rssiDBm: Int8, at now: Duration) { recent.add(rssiDBm, at: now) }

    mutating func level(at now: Duration) -> Double? {
        let sorted = recent.sorted(at: now)
        guard !sorted.isEmpty else { return nil }
        guard isMedian else { return sorted.reduce(0, +) / Double(sorted.count) }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    func metres(_ level: Double, _ powerDBm: Double) -> Double { pow(10, (powerDBm - level) / 20) }
}

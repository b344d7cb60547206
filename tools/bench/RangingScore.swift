import BeaconTracking
import Foundation

extension ProximityScore {
    /// A sample is a second and a gateway that has heard the beacon within 5 s.
    ///
    /// - Parameter moving: Which seconds count.
    init(_ tracks: [RangingTrack], moving: Bool, powerDBm: Double, _ make: () -> any RangingEstimator) {
        self.init()
        for track in tracks {
            for (gateway, signals) in Dictionary(grouping: track.signals, by: \.gateway) {
                take(signals, of: gateway, track, moving, powerDBm, make())
            }
        }
    }

    private mutating func take(
        _ signals: [RangingTrack.Signal], of gateway: DongleNumber, _ track: RangingTrack, _ moving: Bool,
        _ powerDBm: Double, _ made: any RangingEstimator
    ) {
        var estimator = made
        var next = 0
        for (place, second) in track.seconds.enumerated() {
            let now = Duration.seconds(place + 1)
            while next < signals.count, signals[next].at <= now {
                estimator.hear(signals[next].rssiDBm, at: signals[next].at)
                next += 1
            }
            guard next > 0, now - signals[next - 1].at <= .seconds(5), second.isMoving == moving,
                let truth = second.metres[gateway], let level = estimator.level(at: now)
            else { continue }
            add(truth: truth, estimate: estimator.metres(level, powerDBm))
        }
    }

    var text: String {
        let classes = hits.map { "\($0.proximity.rawValue) \(($0.share * 100).text(1))" }.joined(separator: ", ")
        return "\(((hit ?? 0) * 100).text(1)) % (\(classes)), \((medianErrorM ?? 0).text(2)) m"
    }
}

/// The gateway that is called nearest, second by second.
struct NearestScore {
    private(set) var seconds = 0
    private(set) var right = 0
    private(set) var changes = 0
    /// Changes of the truth, and for each the seconds until it was followed; nil = not before the
    /// next one.
    private(set) var delays: [Int?] = []

    /// Perch: the tracker with its own rule.
    init(_ tracks: [RangingTrack], moving: Bool) {
        for track in tracks {
            var tracker = BeaconTracker()
            var next = 0
            take(track, moving) { now in
                while next < track.signals.count, track.signals[next].at <= now {
                    let signal = track.signals[next]
                    tracker.hear(PerchRanging.sighting(signal.rssiDBm, by: signal.gateway), at: signal.at)
                    next += 1
                }
                return tracker.tick(at: now).first?.nearest
            }
        }
    }

    /// Another estimator: the gateway with the strongest level.
    init(_ tracks: [RangingTrack], moving: Bool, _ make: () -> any RangingEstimator) {
        for track in tracks {
            var estimators: [DongleNumber: any RangingEstimator] = [:]
            var next = 0
            var last: DongleNumber?
            take(track, moving) { now in
                while next < track.signals.count, track.signals[next].at <= now {
                    let signal = track.signals[next]
                    estimators[signal.gateway, default: make()].hear(signal.rssiDBm, at: signal.at)
                    next += 1
                }
                last = strongest(&estimators, at: now) ?? last
                return last
            }
        }
    }

    private mutating func take(
        _ track: RangingTrack, _ moving: Bool, _ name: (Duration) -> DongleNumber?
    ) {
        var before: (truth: DongleNumber?, named: DongleNumber?) = (nil, nil)
        var open: Int?
        for (place, second) in track.seconds.enumerated() {
            let named = name(.seconds(place + 1))
            let truth = second.nearest
            if let old = before.truth, old != truth {
                if open != nil { delays.append(nil) }
                open = place
            }
            if let since = open, named == truth {
                delays.append(place - since)
                open = nil
            }
            if second.isMoving == moving {
                seconds += 1
                right += named == truth ? 1 : 0
                if let old = before.named, old != named { changes += 1 }
            }
            before = (truth, named)
        }
        if open != nil { delays.append(nil) }
    }

    /// Median of the delays in seconds; nil if half of the changes were not followed.
    var delay: Int? {
        guard !delays.isEmpty else { return nil }
        return delays.sorted { ($0 ?? .max) < ($1 ?? .max) }[(delays.count - 1) / 2]
    }

    var share: Double { seconds == 0 ? 0 : Double(right) / Double(seconds) }

    var text: String {
        let followed = delay.map { "\($0) s behind (p50)" } ?? "never follows half of the changes"
        return "\((share * 100).text(1)) % right of \(seconds.formatted()) s, \(changes) changes, \(followed)"
    }
}

/// Returns the gateway with the strongest level; nil if none has one.
func strongest(
    _ estimators: inout [DongleNumber: any RangingEstimator], at now: Duration
) -> DongleNumber? {
    var best: (level: Double, gateway: DongleNumber)?
    for gateway in estimators.keys.sorted() {
        guard let level = estimators[gateway]?.level(at: now) else { continue }
        if best.map({ level > $0.level }) ?? true { best = (level, gateway) }
    }
    return best?.gateway
}

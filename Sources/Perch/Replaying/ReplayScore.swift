import Advertising
import BeaconTracking
import Failures
import Foundation
import Recording

/// Distances and nearest receivers of a replay, compared with known positions. Pure.
///
/// A sample is a tick and a receiver that has heard the beacon within 5 s.
struct ReplayScore: Sendable {
    /// Most errors that are kept for the median; further samples count for the classes only.
    private static let mostErrors = 1_000_000
    private static let heardWithin = Duration.seconds(5)

    private let receivers: [String: RecordedSighting.Position]
    private var beacons: [BeaconIdentity: RecordedSighting.Position] = [:]
    private var samples: [Proximity: (count: Int, right: Int)] = [:]
    private var errors: [Double] = []
    /// Ticks of a beacon whose position is known.
    private(set) var ticks = 0
    /// Of these, those whose nearest dongle was the nearest receiver.
    private(set) var nearestRight = 0

    /// - Parameter truth: A JSON object: `{"scanners":{"NAME":[X,Y,Z]}}`, in metres.
    init(truth: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: truth)
        receivers = file.scanners.compactMapValues(RecordedSighting.Position.init)
    }

    var count: Int { samples.values.reduce(0) { $0 + $1.count } }

    /// Mean of the shares of each true class's samples that were put in it, 0...1; nil without
    /// samples.
    var classHit: Double? {
        guard !samples.isEmpty else { return nil }
        return samples.values.map { Double($0.right) / Double($0.count) }.reduce(0, +) / Double(samples.count)
    }

    /// Median of the absolute errors, in metres; nil without samples.
    var medianErrorM: Double? {
        errors.isEmpty ? nil : errors.sorted()[errors.count / 2]
    }

    /// Notes where a beacon is.
    mutating func place(_ sighting: RecordedSighting) {
        if let position = sighting.position { beacons[sighting.identity] = position }
    }

    /// - Parameter name: Name of a dongle.
    mutating func take(
        _ ranged: [RangedBeacon], at now: Duration, _ distance: DistanceModel, name: (DongleNumber) -> String
    ) {
        for beacon in ranged {
            guard let position = beacons[beacon.identity] else { continue }
            ticks += 1
            let nearest = receivers.min { $0.value.metres(to: position) < $1.value.metres(to: position) }?.key
            if nearest == name(beacon.nearest) { nearestRight += 1 }
            for reception in beacon.receptions where now - reception.lastSeen <= ReplayScore.heardWithin {
                guard let receiver = receivers[name(reception.dongle)], let power = beacon.powerAt1mDBm else {
                    continue
                }
                take(
                    receiver.metres(to: position),
                    distance.metres(rssiDBm: reception.smoothedRSSI, powerDBm: power))
            }
        }
    }

    private mutating func take(_ truth: Double, _ estimate: Double) {
        let proximity = Proximity(accuracyM: truth)
        var sample = samples[proximity] ?? (0, 0)
        sample.count += 1
        sample.right += Proximity(accuracyM: estimate) == proximity ? 1 : 0
        samples[proximity] = sample
        if errors.count < ReplayScore.mostErrors { errors.append(abs(estimate - truth)) }
    }

    private struct File: Decodable {
        let scanners: [String: [Double]]
    }
}

extension Failure {
    /// A truth file that cannot be read or is none.
    static func truth(_ path: String) -> Failure {
        Failure(
            code: "truth-unreadable", message: "\(path) holds no positions of receivers.",
            hint: "Give a JSON file such as {\"scanners\":{\"hall\":[0.5,2,1.2]}}, in metres.", isRetryable: false,
            exit: .noInput)
    }
}

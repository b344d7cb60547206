import Advertising
import BeaconTracking
import Failures
import Foundation
import Recording

/// Distances and nearest receivers of a replay, compared with known positions. Pure.
///
/// A sample is a tick and a receiver that has heard the beacon within 5 s.
struct ReplayScore: Sendable {
    private static let heardWithin = Duration.seconds(5)

    private let receivers: [String: RecordedSighting.Position]
    private var beacons: [BeaconIdentity: RecordedSighting.Position] = [:]
    private(set) var distances = ProximityScore()
    /// Ticks of a beacon whose position is known.
    private(set) var ticks = 0
    /// Of these, those whose nearest dongle was the nearest receiver.
    private(set) var nearestRight = 0

    /// - Parameter truth: A JSON object: `{"scanners":{"NAME":[X,Y,Z]}}`, in metres.
    init(truth: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: truth)
        receivers = file.scanners.compactMapValues(RecordedSighting.Position.init)
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
                distances.add(
                    truth: receiver.metres(to: position),
                    estimate: distance.metres(rssiDBm: reception.smoothedRSSI, powerDBm: power))
            }
        }
    }

    private struct File: Decodable {
        let scanners: [String: [Double]]
    }
}

extension ReplayScore {
    /// Summary in the text output.
    var sentence: String {
        guard ticks > 0 else { return "No distances were compared: the recording has no positions of beacons." }
        let nearest = "The nearest dongle is right in \(nearestRight) of \(ticks) s."
        guard let error = distances.medianErrorM else {
            return "No distances were compared: the beacons state no power at 1 m (give it with --power), or the "
                + "truth file has none of the receivers. \(nearest)"
        }
        func digits(_ number: Double, _ count: Int) -> String {
            number.formatted(.number.precision(.fractionLength(count)).locale(Locale(identifier: "en_US")))
        }
        guard let hit = distances.hit else {
            return "Half of \(distances.count) distances are off by \(digits(error, 2)) m or less; no class has the "
                + "\(ProximityScore.fewestSamples) that a share needs. \(nearest)"
        }
        return "Of \(distances.count) distances \(digits(hit * 100, 1)) % are in the right class, and half are off by "
            + "\(digits(error, 2)) m or less. \(nearest)"
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

    /// A track that the recording does not have.
    static func noTrack(_ track: String, in path: String) -> Failure {
        Failure(
            code: "no-track", message: "\(printable(path)) has no track \"\(printable(track))\".",
            hint: "Run it without --track; the names of its tracks are then listed.", isRetryable: false,
            exit: .badInput)
    }
}

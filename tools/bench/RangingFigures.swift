import Advertising
import BeaconTracking
import Foundation
import TestSupport

/// Perch's distances and nearest dongles beside those of others, on the same recordings.
enum RangingFigures {
    private struct Peer: Sendable {
        let name: String
        let make: @Sendable () -> any RangingEstimator
    }

    private static let perch = "Perch"
    private static let peers = [
        Peer(name: "AltBeacon") { AltBeaconRanging() },
        Peer(name: "ESPresense") { ESPresenseRanging() },
        Peer(name: "room-assistant") { RoomAssistantRanging() },
        Peer(name: "median of 5 s, exponent 2") { ShortRanging(isMedian: true) },
    ]
    private static let power = Double(OneLab.powerAt1mDBm)

    /// - Parameter folder: Folder of the recordings.
    static func measure(folder: String) throws -> [Figure] {
        let path = "\(folder)/one-lab.ndjson.gz"
        guard FileManager.default.fileExists(atPath: path) else { throw ReplayFigure.Absent(path: path) }
        let lab = try OneLab(folder: folder)
        let walks = lab.walks.map { RangingTrack($0, lab) }
        let resting = (1...3).flatMap { RangingTrack.resting(lab, seed: $0) }
        let fitted = SiteFit(
            lab.readings.map { SiteFit.Point(metres: $0.metres, rssiDBm: $0.meanDBm) }, powerAt1mDBm: power)
        let simulated = [100, 455, 1000].flatMap { interval in
            (1...4).map { RangingTrack.simulated(interval: .milliseconds(interval), seed: $0) }
        }
        return distances("one-lab, moving", walks, moving: true, fitted, hasTarget: true)
            + distances("one-lab, at rest", resting, moving: false, fitted, hasTarget: true)
            + distances("simulated walkers, moving", simulated, moving: true, nil, hasTarget: false)
            + distances("simulated walkers, at rest", simulated, moving: false, nil, hasTarget: false)
            + nearest("one-lab", walks, moving: true, hasTarget: true)
            + nearest("simulated walkers", simulated, moving: true, hasTarget: false)
            + nearest("simulated walkers, at rest", simulated, moving: false, hasTarget: false)
            + (try rooms(folder, lab))
    }

    private static func distances(
        _ name: String, _ tracks: [RangingTrack], moving: Bool, _ fitted: SiteFit?, hasTarget: Bool
    ) -> [Figure] {
        let others = peers.map {
            (name: $0.name, score: ProximityScore(tracks, moving: moving, powerDBm: power, $0.make))
        }
        let own = ProximityScore(tracks, moving: moving, powerDBm: power) { PerchRanging() }
        var figures = others.map { Figure.comparison("\(name): \($0.name)", measured: $0.score.text) }
        let hit = others.compactMap(\.score.hit).max() ?? 0
        let error = others.compactMap(\.score.medianErrorM).min() ?? 0
        let isMet = own.hit ?? 0 >= hit - 0.01 && own.medianErrorM.map { $0 <= error + 0.2 } ?? false
        let target = "≥ \(((hit - 0.01) * 100).text(1)) %, ≤ \((error + 0.2).text(2)) m"
        figures.append(
            hasTarget
                ? Figure("\(name): \(perch)", measured: own.text, target: target, isMet: isMet)
                : .comparison("\(name): \(perch)", measured: own.text))
        if let fitted {
            let score = ProximityScore(tracks, moving: moving, powerDBm: power) {
                PerchRanging(distance: .logDistance(exponent: fitted.exponent))
            }
            figures.append(
                .comparison("\(name): \(perch), exponent fitted (\(fitted.exponent.text(2)))", measured: score.text))
        }
        return figures
    }

    private static func nearest(
        _ name: String, _ tracks: [RangingTrack], moving: Bool, hasTarget: Bool
    ) -> [Figure] {
        let others = (peers + [Peer(name: "mean of 5 s") { ShortRanging(isMedian: false) }]).map {
            (name: $0.name, score: NearestScore(tracks, moving: moving, $0.make))
        }
        let own = NearestScore(tracks, moving: moving)
        let best = others.map(\.score.share).max() ?? 0
        let name = "nearest dongle, \(name)"
        return others.map { .comparison("\(name): \($0.name)", measured: $0.score.text) } + [
            hasTarget
                ? Figure(
                    "\(name): \(perch)", measured: own.text, target: "≥ \((best * 100).text(1)) %, ≤ 3 s",
                    isMet: own.share >= best && own.delay.map { $0 <= 3 } ?? false)
                : .comparison("\(name): \(perch)", measured: own.text)
        ]
    }

    /// The six rooms: who names the room of a beacon. Their distances are not known.
    private static func rooms(_ folder: String, _ lab: OneLab) throws -> [Figure] {
        let recording = try SixRooms(folder: folder)
        let truth = try RoomTruth(folder: folder)
        let own = RoomAccuracy(recording, truth)
        let name = "nearest dongle, six rooms (203, 204, 206)"
        var figures = (peers + [Peer(name: "mean of 5 s") { ShortRanging(isMedian: false) }]).map { peer in
            let room = RoomsByStrongest(recording, truth, peer.make)
            return Figure.comparison("\(name): \(peer.name)", measured: text(room.share, room.changes))
        }
        let share = own.sum(RoomFigures.hearing).share
        figures.append(
            Figure(
                "\(name): \(perch)", measured: text(share, own.changes), target: "≥ 97.5 %, ≤ 185 changes",
                isMet: share >= 0.975 && own.changes <= 185))
        return figures + PresenceFigures.measure(lab, recording, truth)
    }

    private static func text(_ share: Double, _ changes: Int) -> String {
        "\((share * 100).text(1)) %, \(changes) changes in all six"
    }
}

/// The six rooms, with the strongest gateway as the room, counted as ``RoomAccuracy`` does.
private struct RoomsByStrongest {
    private(set) var changes = 0
    private var seconds = 0
    private var right = 0

    var share: Double { seconds == 0 ? 0 : Double(right) / Double(seconds) }

    init(_ recording: SixRooms, _ truth: RoomTruth, _ make: () -> any RangingEstimator) {
        guard let first = recording.sightings.first, let last = recording.sightings.last else { return }
        let followed = Dictionary(
            grouping: recording.sightings.filter { $0.identity.major == 0 && truth.stays[$0.identity.minor] != nil },
            by: \.identity.minor)
        for (minor, sightings) in followed {
            var estimators: [DongleNumber: any RangingEstimator] = [:]
            var next = 0
            var named: DongleNumber?
            var now = first.at + .seconds(1)
            while now <= last.at {
                while next < sightings.count, sightings[next].at < now {
                    estimators[sightings[next].room, default: make()].hear(
                        sightings[next].rssiDBm, at: sightings[next].at)
                    next += 1
                }
                if let room = truth.room(of: minor, at: now) {
                    let strongest = strongest(&estimators, at: now) ?? named
                    if RoomFigures.hearing.contains(room) {
                        seconds += 1
                        right += strongest == room ? 1 : 0
                    }
                    if let named, named != strongest { changes += 1 }
                    named = strongest
                }
                now += .seconds(1)
            }
        }
    }
}

import Advertising
import BeaconTracking
import TestSupport

/// How often a region with a minimum RSSI is left while its beacon is there, on recordings in which
/// that is known.
enum PresenceFigures {
    private struct Rule {
        let name: String
        let sightings: Int
        let keeps: Bool
    }

    private static let rules = [
        Rule(name: "without hysteresis", sightings: 1, keeps: false),
        Rule(name: "Perch", sightings: 1, keeps: true),
        Rule(name: "Perch, entered after 3 sightings", sightings: 3, keeps: true),
    ]
    private static let minima: [Int8] = [-70, -75, -80, -85]

    static func measure(_ lab: OneLab, _ recording: SixRooms, _ truth: RoomTruth) -> [Figure] {
        let own = Presence.stays(recording, truth) { room, gateway in room == gateway }
        let each = Presence.stays(recording, truth) { _, _ in true }
        let walks = lab.walks.map { Presence($0.sightings) }
        return figures("one-lab, three walks, 12 gateways", walks, exitAfter: 30, hasTarget: true)
            + figures("six rooms, the room's gateway", own, exitAfter: 30, hasTarget: true)
            + figures("six rooms, each gateway alone", each, exitAfter: 30, hasTarget: false)
            + figures("six rooms, each gateway alone", each, exitAfter: 10, hasTarget: false)
    }

    private static func figures(
        _ name: String, _ presences: [Presence], exitAfter: Int, hasTarget: Bool
    ) -> [Figure] {
        rules.map { rule in
            let results = minima.map { minimum in
                presences.reduce(into: Presence.Result()) {
                    $0 += $1.result(
                        minimum: minimum, sightings: rule.sightings, keeps: rule.keeps, exitAfter: .seconds(exitAfter))
                }
            }
            let exits = results.map { "\($0.exits)" }.joined(separator: ", ")
            let inside = results.map { ($0.share * 100).text() }.joined(separator: ", ")
            let hours = (results.first.map { Double($0.seconds) / 3600 } ?? 0).text(2)
            let text = "false exits after \(exitAfter) s, \(name): \(rule.name)"
            let measured =
                "\(exits) at \(minima.map { "−\($0.magnitude)" }.joined(separator: ", ")) dBm; "
                + "inside \(inside) % of \(hours) h"
            guard hasTarget, rule.keeps else { return .comparison(text, measured: measured) }
            return Figure(text, measured: measured, target: "0", isMet: results.allSatisfy { $0.exits == 0 })
        }
    }
}

/// A time in which a beacon is there.
private struct Presence {
    struct Result {
        var exits = 0
        var seconds = 0
        var inside = 0

        var share: Double { seconds == 0 ? 0 : Double(inside) / Double(seconds) }

        static func += (sum: inout Result, other: Result) {
            sum.exits += other.exits
            sum.seconds += other.seconds
            sum.inside += other.inside
        }
    }

    private static let beacon = BeaconIdentity(uuid: ProximityUUID(UInt128(7)), major: 1, minor: 1)

    private let seconds: Int
    /// From the beginning of the presence, in the order of their times.
    private let signals: [(at: Duration, rssiDBm: Int8)]

    init(seconds: Int, signals: [(at: Duration, rssiDBm: Int8)]) {
        (self.seconds, self.signals) = (seconds, signals)
    }

    /// The beacon is in the lab for all of a walk.
    init(_ sightings: [OneLab.Sighting]) {
        let begin = sightings.first?.at ?? 0
        self.init(
            seconds: Int((sightings.last?.at ?? 0) - begin),
            signals: sightings.map { (at: .seconds($0.at - begin), rssiDBm: $0.rssiDBm) })
    }

    /// The stays of beacons in rooms whose gateway hears to the end, for each of these gateways. The
    /// first and the last minute are left out: a move took a while.
    ///
    /// - Parameter counts: Whether a room's gateway counts for a stay in a room.
    static func stays(
        _ recording: SixRooms, _ truth: RoomTruth, _ counts: (_ room: UInt16, _ gateway: UInt16) -> Bool
    ) -> [Presence] {
        guard let last = recording.sightings.last else { return [] }
        let signals = Dictionary(grouping: recording.sightings.filter { $0.identity.major == 0 }, by: \.identity.minor)
        return truth.stays.sorted { $0.key < $1.key }.flatMap { minor, stays -> [Presence] in
            stays.indices.flatMap { index -> [Presence] in
                guard let room = stays[index].room, RoomFigures.hearing.contains(room) else { return [] }
                let begin = stays[index].since + .seconds(60)
                let end = (index + 1 < stays.count ? stays[index + 1].since : last.at) - .seconds(60)
                guard end > begin else { return [] }
                return RoomFigures.hearing.sorted().filter { counts(room, $0) }.map { gateway in
                    let heard = (signals[minor] ?? []).filter {
                        $0.at >= begin && $0.at <= end && $0.room == gateway
                    }
                    return Presence(
                        seconds: Int((end - begin).components.seconds),
                        signals: heard.map { (at: $0.at - begin, rssiDBm: $0.rssiDBm) })
                }
            }
        }
    }

    /// - Parameter keeps: Whether weaker signals keep the region, as Perch does.
    func result(minimum: Int8, sightings: Int, keeps: Bool, exitAfter: Duration) -> Result {
        var region = BeaconRegion(name: "there", uuid: Presence.beacon.uuid)
        region.enterSightings = sightings
        region.exitAfter = exitAfter
        region.minimumRSSI = keeps ? minimum : nil
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: .zero)
        monitor.monitor(region, lastDetermined: nil, at: .zero)
        var result = Result()
        var next = 0
        for second in 1...max(1, seconds) {
            var transitions: [RegionTransition] = []
            while next < signals.count, signals[next].at <= .seconds(second) {
                let signal = signals[next]
                next += 1
                guard keeps || signal.rssiDBm >= minimum else { continue }
                transitions += monitor.hear(Presence.beacon, rssiDBm: signal.rssiDBm, at: signal.at)
            }
            transitions += monitor.advance(to: .seconds(second))
            result.exits += transitions.count { $0.meaning == .exit }
            result.seconds += 1
            result.inside += monitor.inside
        }
        return result
    }
}

import TestSupport
import BeaconTracking
import Foundation

/// Share of time in which the nearest dongle is the one in a beacon's room, in a recording of six
/// gateways in six rooms.
enum RoomFigures {
    /// Room whose gateway heard 127 of 82,824 sightings, all before the first note of a beacon's
    /// room.
    private static let deaf: UInt16 = 201
    /// Rooms whose gateway heard beacons to the end. The gateway of 205 fell silent together with
    /// that of 201; that of 202 ten minutes after the first note, before any of the eight beacons
    /// was brought there.
    static let hearing: Set<UInt16> = [203, 204, 206]

    /// - Parameter folder: Folder of the recording and the notes of the beacons' rooms.
    static func measure(folder: String) throws -> [Figure] {
        let path = "\(folder)/six-rooms.ndjson.gz"
        guard FileManager.default.fileExists(atPath: path) else { throw ReplayFigure.Absent(path: path) }
        let recording = try SixRooms(folder: folder)
        let truth = try RoomTruth(folder: folder)
        var plain = NearestDongle.Rule()
        plain.marginDB = 0
        plain.holdFor = .zero
        plain.silentAfter = .seconds(250)
        let all = RoomAccuracy(recording, truth)
        let withoutDeaf = RoomAccuracy(recording, truth, without: deaf)
        let baseline = RoomAccuracy(recording, truth, rule: plain)
        let baselineWithoutDeaf = RoomAccuracy(recording, truth, rule: plain, without: deaf)
        let rooms = all.rooms.sorted { $0.key < $1.key }
        return [
            .comparison("nearest dongle, six rooms: time in the right room", measured: text(all)),
            .comparison("the same without hysteresis", measured: text(baseline)),
            .comparison("nearest dongle, without Room201", measured: text(withoutDeaf)),
            .comparison("the same without hysteresis", measured: text(baselineWithoutDeaf)),
            .comparison(
                "nearest dongle, six rooms, time in the rooms whose gateway hears to the end (203, 204, 206)",
                measured: text(all.sum(hearing))),
            .comparison(
                "nearest dongle, six rooms, room by room",
                measured: rooms.map { "\($0.key) \(text($0.value))" }.joined(separator: "; ")),
        ]
    }

    private static func text(_ accuracy: RoomAccuracy) -> String {
        "\(text(accuracy.sum())), \(accuracy.changes) changes"
    }

    private static func text(_ room: RoomAccuracy.Room) -> String {
        "\((room.share * 100).text(1)) % of \(Double(room.seconds).text()) s"
    }
}

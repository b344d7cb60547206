import Foundation

/// Rooms of eight beacons over time, as written down by the people who carried them.
///
/// Only beacons named by their own minor are used; the notes also name groups, whose beacons are
/// not published. Times come from an operator's laptop, and moves took a while; nothing is left out
/// around them.
package struct RoomTruth: Sendable {
    /// Room from a moment until the next stay; nil where the notes contradict each other.
    package struct Stay: Sendable {
        package let since: Duration
        package let room: UInt16?
    }

    /// Stays of each beacon, by its minor.
    package let stays: [UInt16: [Stay]]
    package let moves: Int
    package let begin: Duration

    /// - Parameter folder: Folder that holds `six-rooms-truth.json`.
    package init(folder: String) throws {
        let file = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: URL(filePath: "\(folder)/six-rooms-truth.json")))
        let begin = RoomTruth.moment(file.start_t)
        var stays: [UInt16: [Stay]] = [:]
        for (room, inhabitants) in file.start {
            for case .beacon(let minor) in inhabitants { stays[minor] = [Stay(since: begin, room: UInt16(room))] }
        }
        var moves = 0
        for move in file.moves {
            guard case .beacon(let minor) = move.who else { continue }
            moves += 1
            let last = stays[minor]?.last
            // The beacon was moved without a note: its room since the last note is unknown.
            if let last, last.room != move.from {
                stays[minor]?.removeLast()
                stays[minor]?.append(Stay(since: last.since, room: nil))
            }
            let room = move.note?.hasPrefix("and back to") == true ? move.from : move.to
            stays[minor, default: []].append(Stay(since: RoomTruth.moment(move.at), room: room))
        }
        self.begin = begin
        self.stays = stays
        self.moves = moves
    }

    /// Returns the room of a beacon at a moment; nil = unknown.
    package func room(of minor: UInt16, at moment: Duration) -> UInt16? {
        stays[minor]?.last { $0.since <= moment }?.room
    }

    /// - Parameter text: Time with its time zone, in ISO 8601.
    private static func moment(_ text: String) -> Duration {
        // An unreadable time becomes the distant past, when nothing was heard.
        let date = (try? Date(text, strategy: .iso8601)) ?? .distantPast
        return .seconds(Int64(date.timeIntervalSince1970))
    }

    private enum Who: Decodable {
        case beacon(UInt16)
        case group

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // A value that is not a number is a group's name.
            self = (try? container.decode(UInt16.self)).map(Who.beacon) ?? .group
        }
    }

    private struct Move: Decodable {
        let at: String
        let who: Who
        let from: UInt16
        let to: UInt16
        let note: String?

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            at = try list.decode(String.self)
            who = try list.decode(Who.self)
            from = try list.decode(UInt16.self)
            to = try list.decode(UInt16.self)
            note = list.isAtEnd ? nil : try list.decode(String.self)
        }
    }

    private struct File: Decodable {
        let start_t: String
        let start: [String: [Who]]
        let moves: [Move]
    }
}

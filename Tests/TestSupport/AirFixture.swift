import Foundation

/// Recordings made over the air; tests that need them are skipped where they are absent.
package enum AirFixture: String, CaseIterable, Sendable {
    case conferenceRoom = "conference-room"
    case mallBeacons = "mall-ibeacons"
    case labMalformed = "lab-malformed"
    case gateway = "gateway-hcidump"
    case sixRooms = "six-rooms"

    /// Returns whether all of these recordings are present.
    package static func arePresent(_ recordings: AirFixture...) -> Bool { recordings.allSatisfy(\.isPresent) }

    package var path: String { Checkout.recordings.appending(path: "\(rawValue).ndjson.gz").path }

    package var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

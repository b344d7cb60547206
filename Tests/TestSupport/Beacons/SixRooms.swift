import Advertising
import Foundation

/// Sightings by six gateways in six rooms of 153 beacons, within 80 minutes. Recorded by others
/// (starksm64/RaspberryPiBeaconParser, Apache-2.0), not part of the repository.
package struct SixRooms: Sendable {
    package struct Sighting: Sendable {
        package let at: Duration
        /// Number of the room whose gateway heard the beacon, 201...206.
        package let room: UInt16
        package let identity: BeaconIdentity
        package let measuredPowerDBm: Int8
        package let rssiDBm: Int8

        /// The recording has no addresses: each beacon gets a made-up address.
        package var address: BluetoothAddress {
            BluetoothAddress(0xC000_0000_0000 | UInt64(identity.major) << 16 | UInt64(identity.minor))
        }
    }

    package struct Unreadable: Error, CustomStringConvertible {
        let path: String
        package var description: String { "\(path) is absent or cannot be read" }
    }

    /// Sightings in the order of their times, which count from 1970.
    package let sightings: [Sighting]

    /// - Parameter sightings: Sightings in the order of their times.
    package init(sightings: [Sighting]) {
        self.sightings = sightings
    }

    /// - Parameter folder: Folder that holds `six-rooms.ndjson.gz`.
    package init(folder: String) throws {
        let path = "\(folder)/six-rooms.ndjson.gz"
        let lines = try SixRooms.inflate(path).split(separator: UInt8(ascii: "\n"))
        let list = Data([UInt8(ascii: "[")]) + Data(lines.joined(separator: [UInt8(ascii: ",")])) + Data("]".utf8)
        sightings = try JSONDecoder().decode([Line].self, from: list).map { line in
            guard let uuid = ProximityUUID(line.uuid), let room = UInt16(line.scanner.dropFirst("Room".count)) else {
                throw Unreadable(path: path)
            }
            return Sighting(
                at: .milliseconds(Int64((line.t * 1000).rounded())), room: room,
                identity: BeaconIdentity(uuid: uuid, major: line.major, minor: line.minor), measuredPowerDBm: line.tx,
                rssiDBm: line.rssi)
        }
    }

    private struct Line: Decodable {
        let t: Double
        let scanner: String
        let uuid: String
        let major: UInt16
        let minor: UInt16
        let tx: Int8
        let rssi: Int8
    }

    static func inflate(_ path: String) throws -> Data {
        let gzip = Process()
        let output = Pipe()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", path]
        gzip.standardOutput = output
        try gzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        guard gzip.terminationStatus == 0 else { throw Unreadable(path: path) }
        return data
    }
}

import BeaconTracking
import Foundation

/// Walks with one beacon through a lab with twelve gateways, the beacon's position known to 4 cm,
/// and what each gateway heard of the beacon at rest. Recorded by others
/// (philotuxo/Position-Annotated-BLE-RSSI-Dataset, CC0), not part of the repository.
package struct OneLab: Sendable {
    /// In metres.
    package struct Position: Sendable, Hashable {
        package let x, y, z: Double

        package func metres(to other: Position) -> Double {
            let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
            return (dx * dx + dy * dy + dz * dz).squareRoot()
        }
    }

    package struct Sighting: Sendable {
        /// Seconds since 1970.
        package let at: Double
        /// Number of the gateway, such as 10 for `s10`.
        package let gateway: DongleNumber
        package let rssiDBm: Int8
        /// Where the beacon was.
        package let position: Position
    }

    /// What one gateway heard of the beacon at rest at one place, for many minutes.
    package struct Reading: Sendable {
        package let metres: Double
        package let meanDBm: Double
        package let deviationDB: Double
    }

    /// Power of the beacon at 1 m, in dBm: rounded from a fit to the readings.
    package static let powerAt1mDBm: Int8 = -61

    package let gateways: [DongleNumber: Position]
    /// Name and sightings of each walk, in the order of their times.
    package let walks: [(name: String, sightings: [Sighting])]
    package let readings: [Reading]

    /// - Parameter folder: Folder that holds `one-lab.ndjson.gz` and `one-lab-places.json`.
    package init(folder: String) throws {
        let places = try JSONDecoder().decode(
            Places.self, from: Data(contentsOf: URL(filePath: "\(folder)/one-lab-places.json")))
        var gateways: [DongleNumber: Position] = [:]
        for (name, position) in places.scanners where position.count == 3 {
            gateways[OneLab.number(name)] = Position(x: position[0], y: position[1], z: position[2])
        }
        self.gateways = gateways
        readings = places.places.flatMap(\.heard).map {
            Reading(metres: $0.distance, meanDBm: $0.rssi_mean, deviationDB: $0.rssi_sd)
        }
        let lines = try SixRooms.inflate("\(folder)/one-lab.ndjson.gz").split(separator: UInt8(ascii: "\n"))
        let sightings = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0)) }
        walks = Dictionary(grouping: sightings, by: \.track).sorted { $0.key < $1.key }.map { name, lines in
            (
                name,
                lines.sorted { $0.t < $1.t }.map {
                    Sighting(
                        at: $0.t, gateway: OneLab.number($0.scanner), rssiDBm: $0.rssi,
                        position: Position(x: $0.x, y: $0.y, z: $0.z))
                }
            )
        }
    }

    private static func number(_ scanner: String) -> DongleNumber { DongleNumber(scanner.dropFirst()) ?? 0 }

    private struct Line: Decodable {
        let track: String
        let t: Double
        let scanner: String
        let rssi: Int8
        let x, y, z: Double
    }

    private struct Places: Decodable {
        struct Place: Decodable {
            let heard: [Heard]
        }
        struct Heard: Decodable {
            let distance, rssi_mean, rssi_sd: Double
        }
        let scanners: [String: [Double]]
        let places: [Place]
    }
}

import Advertising
import Foundation

/// A beacon as decoded by one of several receivers, without the advert itself.
package struct RecordedSighting: Sendable, Hashable {
    /// Time of reception: seconds since 1970, or since the start of the recording. Finite and not
    /// negative.
    package let timeSeconds: Double
    /// Name of the receiver.
    package let scanner: String
    package let identity: BeaconIdentity
    /// Where the beacon was; nil = not recorded.
    package let position: Position?
    /// Part of the recording to which the sighting belongs; nil = none.
    package let track: String?
    /// RSSI at one metre as stated by the beacon, in dBm; 0 = not recorded.
    package let measuredPowerDBm: Int8
    /// Received signal in dBm; 127 if the receiver did not measure it.
    package let rssiDBm: Int8

    /// In metres, from any corner.
    package struct Position: Sendable, Hashable {
        package let x, y, z: Double

        /// Nil unless there are three finite numbers.
        package init?(_ numbers: [Double]) {
            guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
            (x, y, z) = (numbers[0], numbers[1], numbers[2])
        }

        package func metres(to other: Position) -> Double {
            let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
            return (dx * dx + dy * dy + dz * dz).squareRoot()
        }
    }

    /// Decodes one line, a flat JSON object:
    ///
    ///     {"t":1.5,"scanner":"Room1","uuid":"8-4-4-4-12 digits","major":0,"minor":29,"tx":-62,"rssi":-92}
    ///
    /// Keys may come in any order; unknown keys are ignored. `tx`, `track`, and `x`, `y` and `z` may be
    /// absent.
    package init(line: Data) throws(LineFault) {
        let fields: Fields
        do {
            fields = try JSONDecoder().decode(Fields.self, from: line)
        } catch {
            throw LineFault(error)
        }
        guard fields.t.isFinite, fields.t >= 0 else { throw .badField("t") }
        guard let uuid = ProximityUUID(fields.uuid) else { throw .badField("uuid") }
        guard let major = UInt16(exactly: fields.major) else { throw .badField("major") }
        guard let minor = UInt16(exactly: fields.minor) else { throw .badField("minor") }
        guard let power = Int8(exactly: fields.tx ?? 0) else { throw .badField("tx") }
        guard let rssi = Int8(exactly: fields.rssi) else { throw .badField("rssi") }
        timeSeconds = fields.t
        scanner = fields.scanner
        identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        position = Position([fields.x, fields.y, fields.z].compactMap(\.self))
        track = fields.track
        measuredPowerDBm = power
        rssiDBm = rssi
    }

    /// Names of the properties are the keys in the file. Integers are decoded as `Double`, because
    /// the decoder does not name the field of an integer that is out of range.
    private struct Fields: Decodable {
        var t: Double
        var scanner: String
        var uuid: String
        var major: Double
        var minor: Double
        var tx: Double?
        var track: String?
        var x: Double?
        var y: Double?
        var z: Double?
        var rssi: Double
    }
}

/// Contents of a line of a recording.
package enum RecordedLine: Sendable, Hashable {
    case advert(RecordedAdvert)
    case sighting(RecordedSighting)

    /// Decodes an advert or, if the line has no address, a sighting.
    init(line: Data) throws(LineFault) {
        do throws(LineFault) {
            self = .advert(try RecordedAdvert(line: line))
        } catch .missingField("addr") {
            do throws(LineFault) {
                self = .sighting(try RecordedSighting(line: line))
            } catch .missingField("scanner") {
                throw .missingField("addr")
            }
        }
    }

    /// Part of the recording to which the line belongs; nil = none.
    package var track: String? {
        switch self {
        case .advert: nil
        case .sighting(let sighting): sighting.track
        }
    }

    /// Time of reception in seconds, see ``RecordedAdvert/timeSeconds``.
    package var timeSeconds: Double {
        switch self {
        case .advert(let advert): advert.timeSeconds
        case .sighting(let sighting): sighting.timeSeconds
        }
    }
}

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
    /// RSSI at one metre as stated by the beacon, in dBm.
    package let measuredPowerDBm: Int8
    /// Received signal in dBm; 127 if the receiver did not measure it.
    package let rssiDBm: Int8

    /// Decodes one line, a flat JSON object:
    ///
    ///     {"t":1.5,"scanner":"Room1","uuid":"8-4-4-4-12 digits","major":0,"minor":29,"tx":-62,"rssi":-92}
    ///
    /// Keys may come in any order; unknown keys are ignored.
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
        guard let power = Int8(exactly: fields.tx) else { throw .badField("tx") }
        guard let rssi = Int8(exactly: fields.rssi) else { throw .badField("rssi") }
        timeSeconds = fields.t
        scanner = fields.scanner
        identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
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
        var tx: Double
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

    /// Time of reception in seconds, see ``RecordedAdvert/timeSeconds``.
    package var timeSeconds: Double {
        switch self {
        case .advert(let advert): advert.timeSeconds
        case .sighting(let sighting): sighting.timeSeconds
        }
    }
}

import Advertising
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Recording

/// An advert of a stream, with parsed values.
struct HeardAdvert: Sendable, Hashable {
    let microsecondsSince1970: Int64
    let address: BluetoothAddress
    let addressType: AddressType
    let pdu: AdvertisingPDUType
    /// Signal in dBm; nil = unknown.
    let rssiDBm: Int8?
    let channel: UInt8?
    let data: [UInt8]
    /// Badge of the beacon: whose it is, where that is known.
    var badge: PayfritBadge?
}

extension HeardAdvert {
    /// Parses a line; nil where a field is invalid.
    init?(_ line: AdvertLine) {
        guard let address = BluetoothAddress(line.address), let addressType = AddressType(rawValue: line.addressType),
            let data = Hexadecimal.bytes(line.data)
        else { return nil }
        self.init(
            microsecondsSince1970: line.ts.microsecondsSince1970, address: address, addressType: addressType,
            // A newer gateway may know more types.
            pdu: AdvertisingPDUType(name: line.pdu) ?? .unknown, rssiDBm: line.rssi, channel: line.channel, data: data,
            badge: line.badge)
    }
}

extension AdvertLines {
    /// Returns the adverts with parsed values.
    ///
    /// - Throws: ``Failure`` where a line does not conform to the API.
    func heard() throws -> [HeardAdvert] {
        let malformed = Failure(
            code: "malformed-answer", message: "The gateway sent an advert that does not conform to its API.",
            hint: "Check that both sides are the same version of perch.", exit: .protocolMismatch)
        guard let lines = try? decoded() else { throw malformed }
        return try lines.map { line in
            guard let heard = HeardAdvert(line) else { throw malformed }
            return heard
        }
    }
}

extension RecordedAdvert {
    init(_ heard: HeardAdvert) {
        self.init(
            timeSeconds: Double(heard.microsecondsSince1970) / 1_000_000, address: heard.address,
            addressType: heard.addressType, pdu: heard.pdu, rssiDBm: heard.rssiDBm ?? 127, channel: heard.channel,
            data: heard.data)
    }
}

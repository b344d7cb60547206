import Advertising
import Foundation

/// Reason why a line of a recording is not an advert.
package enum LineFault: Error, Sendable, Hashable {
    /// The line is longer than ``RecordingReader/lineLimit`` bytes.
    case tooLong
    /// The line is not a single JSON object, or has a number beyond the range of JSON readers.
    case notAnObject
    case missingField(String)
    /// The field has the wrong type, or a value outside its range.
    case badField(String)
}

extension RecordedAdvert {
    /// Decodes one line of a recording, a flat JSON object:
    ///
    ///     {"t":1.5,"addr":"aa:bb:cc:dd:ee:ff","addr_type":"random","pdu":"ADV_IND","rssi":-60,"channel":37,"data":"02011a"}
    ///
    /// Keys may come in any order. `channel` may be null or absent; unknown keys are ignored.
    package init(line: Data) throws(LineFault) {
        let fields: Fields
        do {
            fields = try JSONDecoder().decode(Fields.self, from: line)
        } catch {
            throw LineFault(error)
        }
        guard fields.t.isFinite, fields.t >= 0 else { throw .badField("t") }
        guard let address = BluetoothAddress(fields.addr) else { throw .badField("addr") }
        guard let addressType = AddressType(rawValue: fields.addr_type) else { throw .badField("addr_type") }
        guard let pdu = AdvertisingPDUType(name: fields.pdu) else { throw .badField("pdu") }
        guard let rssi = Int8(exactly: fields.rssi) else { throw .badField("rssi") }
        let channel = try fields.channel.map { (number) throws(LineFault) in
            guard let channel = UInt8(exactly: number), channel <= 39 else { throw .badField("channel") }
            return channel
        }
        guard let data = Hexadecimal.bytes(fields.data) else { throw .badField("data") }
        self.init(
            timeSeconds: fields.t, address: address, addressType: addressType, pdu: pdu, rssiDBm: rssi,
            channel: channel, data: data)
    }

    /// Encodes the advert as a line of a recording, without the newline. Decoding it gives an equal
    /// advert, except that a PDU code without a name becomes ``AdvertisingPDUType/unknown``.
    ///
    /// - Parameter isSimulated: Whether to add the mark `"simulated":true`, which decoding ignores.
    package func line(isSimulated: Bool = false) -> String {
        // No value needs escaping: names are fixed, and everything else consists of digits.
        """
        {"t":\(timeSeconds),"addr":"\(address)","addr_type":"\(addressType.rawValue)","pdu":"\(pdu.name)",\
        "rssi":\(rssiDBm),"channel":\(channel.map(String.init) ?? "null"),"data":"\(Hexadecimal.text(data))"\
        \(isSimulated ? ",\"simulated\":true" : "")}
        """
    }

    /// Names of the properties are the keys in the file.
    private struct Fields: Decodable {
        var t: Double
        var addr: String
        var addr_type: String
        var pdu: String
        // Integers are decoded as `Double`, because the decoder does not name the field of an
        // integer that is out of range.
        var rssi: Double
        var channel: Double?
        var data: String
    }
}

extension LineFault {
    /// Converts a decoder's error.
    init(_ error: any Error) {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): self = .missingField(key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self = context.codingPath.first.map { .badField($0.stringValue) } ?? .notAnObject
        default: self = .notAnObject
        }
    }
}

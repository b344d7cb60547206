import Advertising
import DongleLink
import GatewayModel
import LineFormats

extension JSONWriter {
    /// Writes one advert that `dongle` heard as a line: the fields of `AdvertLine` and the parsed
    /// contents of the advert.
    package mutating func advert(
        _ sighting: Sighting, _ advert: ParsedAdvert, dongle: String, badge: PayfritBadge? = nil, isSimulated: Bool
    ) {
        line {
            $0.envelope("advert", at: Timestamp(microsecondsSince1970: sighting.microsecondsSince1970))
            $0.field("dongle", dongle)
            $0.fields(sighting)
            $0.fields(advert)
            $0.field("data", plain: { $0.hexadecimal(sighting.data) })
            if let badge { $0.object("badge") { $0.fields(badge) } }
            if isSimulated { $0.field("simulated", true) }
        }
    }

    private mutating func fields(_ sighting: Sighting) {
        field("number", sighting.number)
        field("address", plain: { $0.append(sighting.address) })
        field("address_type", plain: { $0.append(sighting.addressType == .public ? "public" : "random") })
        field("pdu", sighting.pdu.name)
        // 127 means that the RSSI is not available.
        if sighting.rssiDBm != 127 { field("rssi", sighting.rssiDBm) }
        if let channel = sighting.channel { field("channel", channel) }
        if sighting.isTruncated { field("truncated", true) }
    }

    private mutating func fields(_ advert: ParsedAdvert) {
        field("name", advert.localName)
        if !advert.serviceUUIDs.isEmpty {
            array("uuids") { for uuid in advert.serviceUUIDs { $0.element(uuid.description) } }
        }
        if let company = advert.manufacturerData.first?.companyID { field("company", company) }
        if let beacon = advert.beacon { object("beacon") { $0.fields(beacon) } }
        if let malformation = advert.malformation { field("malformed", malformation.reason) }
    }

    private mutating func fields(_ beacon: BeaconFrame) {
        let payload = beacon.payload
        field("type", plain: { $0.append(type(of: payload).formatName) })
        payload.forEachField { name, value in
            switch value {
            case .number(let number): field(name, number)
            case .decimal(let number): field(name, thousandths: number)
            case .flag(let flag): field(name, flag)
            case .text(let text): field(name, text)
            case .uuid(let uuid): field(name, plain: { $0.append(uuid) })
            case .hexadecimal(let number, let digits): field(name, plain: { $0.hexadecimal(number, digits: digits) })
            case .address(let address): field(name, plain: { $0.append(address) })
            case .measurements(let measurements):
                array(name) { for measurement in measurements { $0.element { $0.fields(measurement) } } }
            }
        }
    }

    private mutating func fields(_ measurement: BeaconMeasurement) {
        field("name", measurement.name)
        switch measurement.value {
        case .number(let number, 0): field("value", number)
        case .number(let number, let decimals):
            let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
            field("value", Double(number) / unit, decimals: decimals)
        case .flag(let flag): field("value", flag)
        case .text(let text): field("value", text)
        }
        field("unit", measurement.unit)
    }

    /// Appends an address in the form `aa:bb:cc:dd:ee:ff`.
    private mutating func append(_ address: BluetoothAddress) {
        for shift in stride(from: UInt64(40), through: 0, by: -8) {
            hexadecimal(address.value >> shift, digits: 2)
            if shift > 0 { append(":") }
        }
    }

    private mutating func append(_ uuid: ProximityUUID) {
        let high = UInt64(truncatingIfNeeded: uuid.value >> 64)
        let low = UInt64(truncatingIfNeeded: uuid.value)
        hexadecimal(high >> 32, digits: 8, uppercase: true)
        append("-")
        hexadecimal(high >> 16, digits: 4, uppercase: true)
        append("-")
        hexadecimal(high, digits: 4, uppercase: true)
        append("-")
        hexadecimal(low >> 48, digits: 4, uppercase: true)
        append("-")
        hexadecimal(low, digits: 12, uppercase: true)
    }
}

extension Malformation {
    /// Description of the malformation.
    var reason: String {
        switch self {
        case .lengthPastEnd(let offset, let declared, let available):
            "structure at byte \(offset) claims \(declared) bytes, \(available) follow"
        case .zeroLength(let offset):
            "zero length at byte \(offset), with data behind it"
        case .truncatedField(let offset, let type):
            "structure at byte \(offset) is too short for its type 0x" + String(type.rawValue, radix: 16)
        }
    }
}

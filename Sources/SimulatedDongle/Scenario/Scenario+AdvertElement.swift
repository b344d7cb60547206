extension Scenario {
    /// One element of an advert's data.
    package enum AdvertElement: Codable, Sendable, Hashable {
        case flags(UInt8)
        case name(String)
        /// Complete lists of service UUIDs.
        case services([String])
        case txPowerDBm(Int8)
        case iBeacon(IBeacon)
        case eddystoneURL(EddystoneURL)
        case manufacturer(Manufacturer)
        case serviceData(ServiceData)
        /// Raw bytes, well-formed or not.
        case hex(String)

        /// An iBeacon structure. Numbers are decimal, and the UUID has 8-4-4-4-12 digits.
        package struct IBeacon: Codable, Sendable, Hashable {
            package var uuid: String
            package var major: UInt16
            package var minor: UInt16
            package var measuredPowerDBm: Int8

            package init(uuid: String, major: UInt16, minor: UInt16, measuredPowerDBm: Int8) {
                self.uuid = uuid
                self.major = major
                self.minor = minor
                self.measuredPowerDBm = measuredPowerDBm
            }
        }

        /// An Eddystone-URL frame, together with the list of services that precedes it.
        package struct EddystoneURL: Codable, Sendable, Hashable {
            package var url: String
            package var powerAt0mDBm: Int8
        }

        /// A manufacturer-specific structure.
        package struct Manufacturer: Codable, Sendable, Hashable {
            /// The company's assigned number.
            package var company: UInt16
            package var hex: String
        }

        /// A service data structure.
        package struct ServiceData: Codable, Sendable, Hashable {
            package var uuid: String
            package var hex: String
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case flags, name, services, txPowerDBm, iBeacon, eddystoneURL, manufacturer, serviceData, hex
        }

        /// Decodes an object with one key, which is the element's kind.
        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            guard let key = fields.allKeys.first, fields.allKeys.count == 1 else {
                let kinds = CodingKeys.allCases.map(\.stringValue).joined(separator: ", ")
                throw ScenarioError.invalid(
                    path: ScenarioPath.text(decoder.codingPath), expected: "an object with one of the keys \(kinds)")
            }
            switch key {
            case .flags: self = .flags(try fields.decode(UInt8.self, forKey: key))
            case .name: self = .name(try fields.decode(String.self, forKey: key))
            case .services: self = .services(try fields.decode([String].self, forKey: key))
            case .txPowerDBm: self = .txPowerDBm(try fields.decode(Int8.self, forKey: key))
            case .iBeacon: self = .iBeacon(try fields.decode(IBeacon.self, forKey: key))
            case .eddystoneURL: self = .eddystoneURL(try fields.decode(EddystoneURL.self, forKey: key))
            case .manufacturer: self = .manufacturer(try fields.decode(Manufacturer.self, forKey: key))
            case .serviceData: self = .serviceData(try fields.decode(ServiceData.self, forKey: key))
            case .hex: self = .hex(try fields.decode(String.self, forKey: key))
            }
        }

        /// Encodes the form that ``init(from:)`` decodes.
        package func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .flags(let value): try fields.encode(value, forKey: .flags)
            case .name(let value): try fields.encode(value, forKey: .name)
            case .services(let value): try fields.encode(value, forKey: .services)
            case .txPowerDBm(let value): try fields.encode(value, forKey: .txPowerDBm)
            case .iBeacon(let value): try fields.encode(value, forKey: .iBeacon)
            case .eddystoneURL(let value): try fields.encode(value, forKey: .eddystoneURL)
            case .manufacturer(let value): try fields.encode(value, forKey: .manufacturer)
            case .serviceData(let value): try fields.encode(value, forKey: .serviceData)
            case .hex(let value): try fields.encode(value, forKey: .hex)
            }
        }
    }
}

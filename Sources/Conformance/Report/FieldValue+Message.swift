import DongleProtocol

extension FieldValue {
    /// Returns the fields of a decoded message, in the order of its layout.
    static func fields(of message: Any) -> [Field] {
        Mirror(reflecting: message).children.flatMap { label, value -> [Field] in
            if let records = value as? DiscoveredRecords { return fields(ofRecords: records) }
            guard let label else { return [] }
            return [Field(snake(label), FieldValue(value, of: label))]
        }
    }

    /// - Parameter label: Name of the property.
    private init(_ value: Any, of label: String) {
        switch value {
        case let status as Status: self = .text(status.words)
        case let code as any NamedCode: self = .text(code.words)
        case let features as Features: self = .list(features.wireNames.map(FieldValue.text))
        case let traits as AdvertTraits:
            self = .fields([
                Field("address_type", .text(traits.addressType.words)), Field("pdu", .text(traits.pdu.words)),
                Field("is_truncated", .flag(traits.isTruncated)),
            ])
        case let address as Address: self = .text(address.words)
        case let id as DeviceID: self = .bytes(id.bytes)
        case let digest as Digest: self = .bytes(digest.bytes)
        case let digest as ShortDigest: self = .bytes(digest.bytes)
        case let uuid as AttributeUUID: self = .text(uuid.words)
        case let bytes as [UInt8]: self = .bytes(bytes)
        case let text as String: self = .text(text)
        case let flag as Bool: self = .flag(flag)
        // Random numbers, and the letters of REBOOT, are found in the bytes by their digits.
        case let number as UInt32 where ["nonce", "bootID", "magic"].contains(label):
            self = .text(digits(number))
        case let number as any BinaryInteger: self = .number(Int64(clamping: number))
        case let code as any WireCode: self = .number(code.number)
        case let values as [any WireMessage]: self = .list(values.map { FieldValue($0, of: label) })
        default: self = .fields(Self.fields(of: value))
        }
    }

    private static func fields(ofRecords records: DiscoveredRecords) -> [Field] {
        let (what, values): (DiscoveryKind, FieldValue) =
            switch records {
            case .primaryServices(let list): (.primaryServices, FieldValue(list, of: "records"))
            case .characteristics(let list): (.characteristics, FieldValue(list, of: "records"))
            case .descriptors(let list): (.descriptors, FieldValue(list, of: "records"))
            case .unknown(let what, let bytes): (what, .bytes(bytes))
            }
        return [Field("what", .text(what.words)), Field("records", values)]
    }

    /// Returns a property's name as the vectors have it: `rssiDBm` is `rssi_dbm`.
    private static func snake(_ label: String) -> String {
        var name = ""
        var followsLowercase = false
        for character in label {
            if character.isUppercase, followsLowercase { name += "_" }
            followsLowercase = character.isLowercase
            name += character.lowercased()
        }
        return name
    }
}

extension WireCode {
    fileprivate var number: Int64 { Int64(clamping: rawValue) }
}

/// Returns a number as `0x` and hexadecimal digits, as many as its width has.
func digits(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: number.bitWidth / 4 - digits.count) + digits
}

extension Address {
    /// The address as people write it, most significant byte first.
    var words: String {
        encoded().reversed().map { hexadecimal([$0], limit: 1).uppercased() }.joined(separator: ":")
    }
}

extension AttributeUUID {
    /// The UUID as people write it.
    var words: String {
        let digits = bytes.reversed().map { hexadecimal([$0], limit: 1).uppercased() }
        guard digits.count == 16 else { return "0x" + digits.joined() }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }
}

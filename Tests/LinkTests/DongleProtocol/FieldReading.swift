@testable import DongleProtocol

/// Returns a message in the form of the golden vectors: property names in snake_case, bytes in hex,
/// codes as numbers.
func fields(of value: Any) -> JSON {
    // An empty array can be cast to an array of anything, so bytes are recognised by their type.
    if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
        return .string(bytes.hex)
    }
    return switch value {
    case let value as Bool: .bool(value)
    case let value as any FixedWidthInteger: .number(Int(value))
    case let value as String: .string(value)
    case let value as DeviceID: .string(value.bytes.hex)
    case let value as ShortDigest: .string(value.bytes.hex)
    case let value as Digest: .string(value.bytes.hex)
    case let value as Address: .string(value.encoded().hex)
    case let value as AttributeUUID: .string(value.bytes.hex)
    case let value as Features:
        .string("0x" + withUnsafeBytes(of: value.rawValue.bigEndian) { [UInt8]($0) }.hex)
    case let value as any WireCode: .number(number(value))
    case let value as DiscoverResult: discovered(value)
    case let value as Advert: advert(value)
    case let value as [Any]: .array(value.map(fields(of:)))
    default: members(of: value)
    }
}

private func number<Code: WireCode>(_ code: Code) -> Int {
    Int(code.rawValue)
}

private func members(of value: Any) -> JSON {
    let members = Mirror(reflecting: value).children.map { (snakeCase($0.label ?? ""), fields(of: $0.value)) }
    return .object(Dictionary(uniqueKeysWithValues: members))
}

private func snakeCase(_ name: String) -> String {
    var result = ""
    var previous: Character = "A"
    for character in name {
        if character.isUppercase && !previous.isUppercase { result += "_" }
        result += character.lowercased()
        previous = character
    }
    return result
}

private func discovered(_ result: DiscoverResult) -> JSON {
    let (what, records): (DiscoveryKind, JSON) =
        switch result.records {
        case .primaryServices(let records): (.primaryServices, fields(of: records))
        case .characteristics(let records): (.characteristics, fields(of: records))
        case .descriptors(let records): (.descriptors, fields(of: records))
        case .unknown(let what, let bytes): (what, fields(of: bytes))
        }
    return .object(["next_handle": .number(Int(result.nextHandle)), "what": fields(of: what), "records": records])
}

private func advert(_ advert: Advert) -> JSON {
    var result = members(of: advert)
    result["traits"] = nil
    result["address_type"] = fields(of: advert.traits.addressType)
    result["pdu"] = fields(of: advert.traits.pdu)
    result["is_truncated"] = .bool(advert.traits.isTruncated)
    return result
}

/// A JSON value as represented by ArduinoJson 6, the library of the firmware.
///
/// Foundation's JSON differs. Here texts are bytes, integers are distinguished from other numbers
/// by their notation, the size is limited, text after the value is ignored, and more notations are
/// accepted.
indirect enum DeviceJSON: Sendable, Hashable {
    struct Member: Sendable, Hashable {
        let key: [UInt8]
        var value: DeviceJSON
    }

    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a decimal point or an exponent, or one too large for an integer.
    case fraction(Double)
    /// A text of any bytes.
    case text([UInt8])
    case list([DeviceJSON])
    /// An object, with each key once.
    case object([Member])

    /// Returns the value of a key; nil if there is none or this is not an object.
    subscript(key: String) -> DeviceJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.elementsEqual(key.utf8) }?.value
    }

    var text: [UInt8]? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The value as an `int` of the device; nil for anything but an integer in its range.
    var int: Int? {
        guard case .integer(let value) = self else { return nil }
        return Int32(exactly: value).map(Int.init)
    }

    /// Returns the value as a whole number in 0...limit, in any notation; otherwise nil.
    func whole(to limit: Int) -> Int? {
        switch self {
        case .integer(let value): (0...Int64(limit)).contains(value) ? Int(value) : nil
        case .fraction(let value): (0...Double(limit)).contains(value) ? Int(exactly: value) : nil
        default: nil
        }
    }

    var elements: [DeviceJSON]? {
        guard case .list(let elements) = self else { return nil }
        return elements
    }

    /// Returns a text in quotation marks. Control characters without a short form remain unchanged.
    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
            case 0x08: quoted += Array("\\b".utf8)
            case 0x0C: quoted += Array("\\f".utf8)
            case UInt8(ascii: "\n"): quoted += Array("\\n".utf8)
            case UInt8(ascii: "\r"): quoted += Array("\\r".utf8)
            case UInt8(ascii: "\t"): quoted += Array("\\t".utf8)
            default: quoted.append(byte)
            }
        }
        return quoted + [UInt8(ascii: "\"")]
    }

    static func quoted(_ text: String) -> String { String(decoding: quoted(Array(text.utf8)), as: UTF8.self) }
}

/// A JSON value as the library of the firmware, ArduinoJson 6, holds it.
///
/// Not Foundation's: texts are bytes, whole numbers are told from others by how they are written, and how much fits, what
/// stands after the value and what else is read differ there.
indirect enum DeviceJSON: Sendable, Hashable {
    struct Member: Sendable, Hashable {
        let key: [UInt8]
        var value: DeviceJSON
    }

    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a point or an exponent, or one that no integer holds.
    case fraction(Double)
    /// Of any bytes.
    case text([UInt8])
    case list([DeviceJSON])
    /// Each key once.
    case object([Member])

    /// The value of a key. Nil where there is none, or this is no object.
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

    /// Nil for anything but an integer that an `int` of the device holds.
    var int: Int? {
        guard case .integer(let value) = self else { return nil }
        return Int32(exactly: value).map(Int.init)
    }

    /// Nil for a number that is not whole, however it is written, or not of 0...limit.
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

    /// A text between quotation marks. Control characters that have no short form stand in it as they are.
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

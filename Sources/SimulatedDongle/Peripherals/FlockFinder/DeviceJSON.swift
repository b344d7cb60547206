/// A JSON value as a small device holds it.
///
/// Not Foundation's: how much fits, what stands after the value and which number counts as one differ there.
indirect enum DeviceJSON: Sendable, Hashable {
    struct Member: Sendable, Hashable {
        let key: String
        let value: DeviceJSON
    }

    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([DeviceJSON])
    case object([Member])

    /// The value of a key; of several the first. Nil where there is none, or this is no object.
    subscript(key: String) -> DeviceJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    var elements: [DeviceJSON]? {
        guard case .list(let elements) = self else { return nil }
        return elements
    }

    /// Nil for a number that is not whole, or not of 0...limit.
    func number(to limit: Double) -> Int? {
        guard case .number(let value) = self, value == value.rounded(), (0...limit).contains(value) else { return nil }
        return Int(value)
    }

    /// A text between quotation marks.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{8}": quoted += "\\b"
            case "\u{c}": quoted += "\\f"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

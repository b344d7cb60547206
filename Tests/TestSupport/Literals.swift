import Advertising
import SerialPort

/// Values that tests write as text. An invalid text ends the test.

extension BluetoothAddress: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text) }
}

extension BluetoothUUID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text) }
}

extension ProximityUUID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text) }
}

extension RadioName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let name = try? RadioName(text) else { fatalError("\(text) is no RadioName") }
        self = name
    }
}

private func literal<Value: LosslessStringConvertible>(_ text: String) -> Value {
    guard let value = Value(text) else { fatalError("\(text) is no \(Value.self)") }
    return value
}

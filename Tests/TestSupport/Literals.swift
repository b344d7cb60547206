import Advertising

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

private func literal<Value: LosslessStringConvertible>(_ text: String) -> Value {
    guard let value = Value(text) else { fatalError("\(text) is no \(Value.self)") }
    return value
}

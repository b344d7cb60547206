import Advertising

/// Reads single values of a scenario file. Errors tell the path and the expected value.
enum ScenarioValue {
    static func uuid(_ text: String, path: String) throws(ScenarioError) -> BluetoothUUID {
        guard let uuid = BluetoothUUID(text) else {
            throw .invalid(path: path, expected: "a UUID of 4, 8 or 8-4-4-4-12 digits")
        }
        return uuid
    }

    static func bytes(_ digits: String, path: String) throws(ScenarioError) -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(digits) else {
            throw .invalid(path: path, expected: "an even number of hexadecimal digits")
        }
        return bytes
    }

    static func bytes(_ bytes: Scenario.Bytes, path: String) throws(ScenarioError) -> [UInt8] {
        let value: [UInt8]
        switch (bytes.text, bytes.hex) {
        case (let text?, nil): value = Array(text.utf8)
        case (nil, let hex?): value = try self.bytes(hex, path: "\(path).hex")
        default: throw .invalid(path: path, expected: "an object with one of the keys text, hex")
        }
        guard value.count <= VirtualPeripheral.valueLimit else {
            throw .invalid(path: path, expected: "at most \(VirtualPeripheral.valueLimit) bytes")
        }
        return value
    }

    static func checked<Value: Comparable>(
        _ value: Value, _ range: ClosedRange<Value>, path: String
    ) throws(ScenarioError) -> Value {
        guard range.contains(value) else {
            throw .invalid(path: path, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Returns the named choice; nil if none is given.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ given: String?, path: String
    ) throws(ScenarioError) -> Choice? {
        guard let given else { return nil }
        guard let choice = Choice(rawValue: given) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(path: path, expected: "one of \(known)")
        }
        return choice
    }

    /// Returns a time given in units of `unitMicroseconds`.
    static func duration(
        _ value: Double?, _ range: ClosedRange<Double>, unitMicroseconds: Double, path: String
    ) throws(ScenarioError) -> Duration? {
        guard let value else { return nil }
        return .microseconds(Int64(try checked(value, range, path: path) * unitMicroseconds))
    }
}

import Advertising
import LineFormats

/// The parameters of a request's query.
struct Query: Sendable {
    private var values: [String: [String]] = [:]

    /// Parses the query of a request's target.
    ///
    /// - Parameter known: Names of all parameters that the operation has.
    init(_ text: String?, known: [String]) throws(RequestError) {
        for pair in (text ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(parts[0], plusIsBlank: true),
                let value = percentDecoded(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            else { throw .notPercentEncoded }
            guard known.contains(name) else { throw .unknownParameter(name, known: known) }
            values[name, default: []].append(value)
        }
    }

    /// Returns a text of 1...`limit` characters.
    func text(_ name: String, limit: Int) throws(RequestError) -> String? {
        guard let value = try single(name) else { return nil }
        guard (1...limit).contains(value.unicodeScalars.count) else {
            throw .invalidParameter(name, expected: "a text of 1 to \(limit) characters")
        }
        return value
    }

    /// Returns the text without a check; empty if the parameter is absent.
    func asGiven(_ name: String) throws(RequestError) -> String { try single(name) ?? "" }

    func number<Number: FixedWidthInteger>(
        _ name: String, _ range: ClosedRange<Number>
    ) throws(RequestError) -> Number? {
        guard let text = try single(name) else { return nil }
        guard let number = decimal(text, as: Number.self), range.contains(number) else {
            throw .invalidParameter(name, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns one of the given words.
    func choice(_ name: String, _ words: [String]) throws(RequestError) -> String? {
        guard let word = try single(name) else { return nil }
        guard words.contains(word) else {
            throw .invalidParameter(name, expected: words.joined(separator: " or "))
        }
        return word
    }

    func word<Value: Word>(_ name: String) throws(RequestError) -> Value? {
        try choice(name, Value.allCases.map(\.rawValue)).flatMap(Value.init)
    }

    func flag(_ name: String) throws(RequestError) -> Bool? {
        try choice(name, ["yes", "no"]).map { $0 == "yes" }
    }

    /// Returns any number of words, as repeated parameters or separated by commas; nil if the
    /// parameter is absent.
    func words<Value: Word>(_ name: String) throws(RequestError) -> [Value]? {
        guard let texts = values[name] else { return nil }
        var words: [Value] = []
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let word = Value(rawValue: String(text)) else {
                let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidParameter(name, expected: "one or more of \(known)")
            }
            words.append(word)
        }
        return words
    }

    func value<Value: QueryValue>(_ name: String) throws(RequestError) -> Value? {
        guard let text = try single(name) else { return nil }
        guard let value = Value(text) else { throw .invalidParameter(name, expected: Value.expectation) }
        return value
    }

    /// Returns the value of a required parameter.
    func needed<Value>(_ name: String, _ value: Value?) throws(RequestError) -> Value {
        guard let value else { throw .invalidParameter(name, expected: "given, but it is required") }
        return value
    }

    private func single(_ name: String) throws(RequestError) -> String? {
        guard let values = values[name] else { return nil }
        guard values.count == 1 else { throw .repeatedParameter(name) }
        return values[0]
    }
}

/// Type of a parameter that is neither a text nor a number.
protocol QueryValue {
    init?(_ text: String)
    /// Description of a valid value for an error, such as `an address such as aa:bb:cc:dd:ee:ff`.
    static var expectation: String { get }
}

extension BluetoothAddress: QueryValue {
    static var expectation: String { "an address such as aa:bb:cc:dd:ee:ff" }
}

extension BluetoothUUID: QueryValue {
    static var expectation: String { "a UUID of 4, 8 or 32 hexadecimal digits" }
}

extension ProximityUUID: QueryValue {
    static var expectation: String { "a beacon's UUID: 32 hexadecimal digits, with dashes or without" }
}

extension BeaconIdentity: QueryValue {
    static var expectation: String { "UUID/major/minor" }
}

extension Timestamp: QueryValue {
    static var expectation: String { "a time in UTC such as 2026-01-05T18:30:00Z" }
}

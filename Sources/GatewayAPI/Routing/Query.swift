import Advertising

/// The parameters of a request's query.
struct Query: Sendable {
    private var values: [String: [String]] = [:]

    /// Reads a query as it came.
    ///
    /// - Parameter known: Every name it may have.
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

    /// One value, 1...`limit` bytes.
    func text(_ name: String, limit: Int = 256) throws(RequestError) -> String? {
        guard let value = try single(name) else { return nil }
        guard (1...limit).contains(value.utf8.count) else {
            throw .invalidParameter(name, expected: "a text of 1 to \(limit) bytes")
        }
        return value
    }

    func number<Number: FixedWidthInteger>(
        _ name: String, _ range: ClosedRange<Number>
    ) throws(RequestError) -> Number? {
        guard let text = try single(name) else { return nil }
        guard let number = decimal(text, as: Number.self), range.contains(number) else {
            throw .invalidParameter(name, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// One of some words.
    func choice(_ name: String, _ words: [String]) throws(RequestError) -> String? {
        guard let word = try single(name) else { return nil }
        guard words.contains(word) else {
            throw .invalidParameter(name, expected: words.joined(separator: " or "))
        }
        return word
    }

    func uuid(_ name: String) throws(RequestError) -> BluetoothUUID? {
        guard let text = try single(name) else { return nil }
        guard let uuid = BluetoothUUID(text) else {
            throw .invalidParameter(name, expected: "a UUID of 4, 8 or 32 hexadecimal digits")
        }
        return uuid
    }

    func address(_ name: String) throws(RequestError) -> BluetoothAddress? {
        guard let text = try single(name) else { return nil }
        guard let address = BluetoothAddress(text) else {
            throw .invalidParameter(name, expected: "an address such as aa:bb:cc:dd:ee:ff")
        }
        return address
    }

    /// Any number of values, given again and again or with commas; nil where there is none.
    func list(_ name: String) -> [String]? {
        values[name]?.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    private func single(_ name: String) throws(RequestError) -> String? {
        guard let values = values[name] else { return nil }
        guard values.count == 1 else { throw .repeatedParameter(name) }
        return values[0]
    }
}

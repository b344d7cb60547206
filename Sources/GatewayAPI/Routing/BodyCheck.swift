import Foundation
import NIOConcurrencyHelpers

/// Checks that the values of a body conform to the OpenAPI document; absent values pass. Errors do
/// not repeat the value, because it may be a secret.
enum BodyCheck {
    static func range<Number: Comparable>(
        _ path: String, _ value: Number?, _ range: ClosedRange<Number>
    ) throws(RequestError) {
        guard let value, !range.contains(value) else { return }
        throw .invalidValue(path: path, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// Checks the length in characters (Unicode scalars).
    static func text(_ path: String, _ value: String?, _ length: ClosedRange<Int>) throws(RequestError) {
        guard let value, !length.contains(value.unicodeScalars.count) else { return }
        throw .invalidValue(path: path, expected: "a text of \(words(length)) characters")
    }

    static func pattern(
        _ path: String, _ value: String?, _ pattern: String, expected: String
    ) throws(RequestError) {
        guard let value, !matches(value, pattern) else { return }
        throw .invalidValue(path: path, expected: expected)
    }

    static func count(_ path: String, _ list: [some Any]?, _ range: ClosedRange<Int>) throws(RequestError) {
        guard let list, !range.contains(list.count) else { return }
        throw .invalidValue(path: path, expected: "a list of \(words(range)) entries")
    }

    static func each(
        _ path: String, _ list: [String]?, _ pattern: String, expected: String
    ) throws(RequestError) {
        for (index, value) in (list ?? []).enumerated() {
            try self.pattern("\(path)[\(index)]", value, pattern, expected: expected)
        }
    }

    static func distinct<Value: Hashable>(_ path: String, _ list: [Value]?) throws(RequestError) {
        var seen: Set<Value> = []
        for (index, value) in (list ?? []).enumerated() where !seen.insert(value).inserted {
            throw .invalidValue(path: "\(path)[\(index)]", expected: "different from the entries before it")
        }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == 0 ? "at most \(range.upperBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }

    /// Compiled expressions. The document's patterns are those of ECMA-262; they use only what ICU
    /// supports too.
    private static let expressions = NIOLockedValueBox<[String: NSRegularExpression]>([:])

    private static func matches(_ value: String, _ pattern: String) -> Bool {
        let expression = expressions.withLockedValue { expressions in
            if let known = expressions[pattern] { return known as NSRegularExpression? }
            let made = try? NSRegularExpression(pattern: pattern, options: .dotMatchesLineSeparators)
            expressions[pattern] = made
            return made
        }
        guard let expression else { return false }
        let whole = NSRange(value.startIndex..., in: value)
        // In ICU, `$` also matches before a final line break; the document's patterns do not.
        return expression.firstMatch(in: value, range: whole)?.range == whole
    }
}

import Randomness
import LineFormats
import Testing

@testable import Payfrit

/// Valid answers with some of their bytes changed.
@Suite(.timeLimit(.minutes(1))) struct DecodingFuzzTests {
    private static let fragments = [
        "null", "true", "\"\"", "-1", "1e999", "99999999999999999999", "[", "]", "{", "}", ",", "\"", "\\u0000",
        "\\ud800",
        "\\", "OK", "\u{FEFF}", "É",
    ]

    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let length = min(Int.random(in: 0...8, using: &random), bytes.count - place)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 3:
                let fragment = Self.fragments[Int.random(in: 0..<Self.fragments.count, using: &random)]
                bytes.replaceSubrange(place..<place + length, with: Array(fragment.utf8))
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }

    private static let values: [JSONValue] = [
        .null, .bool(true), .bool(false), .string(""), .string("1"), .string("x"), .number("0"), .number("-1"),
        .number("1.5"), .number("1e999"), .number("99999999999999999999"), .array([]), .object([]),
        .array([.array([.null])]),
    ]

    /// Returns the value with one part of it replaced, or one key in other capitals, doubled or
    /// removed.
    private func mutated(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
        let goesDeeper = Int.random(in: 0..<4, using: &random) > 0
        switch value {
        case .object(var members) where goesDeeper && !members.isEmpty:
            let index = Int.random(in: 0..<members.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: members[index].name = members[index].name.lowercased()
            case 1: members.append(members[index])
            case 2: members.remove(at: index)
            default: members[index].value = mutated(members[index].value, &random)
            }
            return .object(members)
        case .array(var elements) where goesDeeper && !elements.isEmpty:
            let index = Int.random(in: 0..<elements.count, using: &random)
            elements[index] = mutated(elements[index], &random)
            return .array(elements)
        default:
            return Self.values[Int.random(in: 0..<Self.values.count, using: &random)]
        }
    }

    private func text(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            "{" + members.map { "\"\($0.name)\":" + text($0.value) }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .string(let string): "\"\(string)\""
        case .number(let digits): digits
        case .bool(let flag): "\(flag)"
        case .null: "null"
        }
    }

    /// Reads an answer in every possible way. Returns whether one succeeded.
    private func read(_ bytes: [UInt8]) throws(PayfritError) -> Bool {
        let answer = try PayfritAnswer(body: bytes, path: "/a", secrets: ["secret"])
        var isRead = false
        func attempt<Value>(_ body: () throws(PayfritError) -> Value) throws(PayfritError) {
            do {
                _ = try body()
                isRead = true
            } catch .malformed {
                // The expected error.
            }
        }
        try attempt { () throws(PayfritError) in try answer.done() }
        try attempt { () throws(PayfritError) in try answer.login() }
        try attempt { () throws(PayfritError) in try answer.list("Businesses", Business.init) }
        try attempt { () throws(PayfritError) in try answer.one("Business", Business.init) }
        try attempt { () throws(PayfritError) in try answer.list("ServicePoints", ServicePoint.init) }
        try attempt { () throws(PayfritError) in try answer.one("ServicePoint", ServicePoint.init) }
        try attempt { () throws(PayfritError) in try answer.list("Types", ServicePointType.init) }
        try attempt { () throws(PayfritError) in try answer.list("Beacons", Beacon.init) }
        try attempt { () throws(PayfritError) in try answer.found("Beacon", Beacon.init) }
        try attempt { () throws(PayfritError) in
            try answer.whole({ fields throws(PayfritError) in try RegisteredHardware(fields, of: nil) })
        }
        try attempt { () throws(PayfritError) in try answer.whole(BeaconNamespace.init) }
        try attempt { () throws(PayfritError) in try answer.one("Config", BeaconConfig.init) }
        return isRead
    }

    /// Reads 2,000 answers. Some must be readable and some not, or the test would show nothing.
    private func readAll(_ next: () -> [UInt8]) {
        var read = 0
        var failed = 0
        for _ in 0..<2_000 {
            let bytes = next()
            do {
                if try self.read(bytes) { read += 1 }
            } catch .notJSON, .refused, .malformed {
                failed += 1
            } catch {
                Issue.record("\(error)")
            }
        }
        #expect(read > 100 && failed > 100, "\(read) read, \(failed) failed")
    }

    @Test("an answer with changed bytes is read, or is no JSON, a refusal or malformed", arguments: 1...8)
    func changedBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let answers = OperationCase.all.map { Array($0.answer.utf8) }
        readAll { mutated(answers[Int.random(in: 0..<answers.count, using: &random)], &random) }
    }

    @Test("so is one with changed values and keys", arguments: 1...8)
    func changedValues(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let answers = try OperationCase.all.map { try JSONValue(parsing: $0.answer.utf8) }
        readAll { Array(text(mutated(answers[Int.random(in: 0..<answers.count, using: &random)], &random)).utf8) }
    }
}

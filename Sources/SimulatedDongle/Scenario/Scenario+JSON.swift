import Foundation

extension Scenario {
    /// Reads a scenario from JSON and checks it completely.
    package init(json: Data) throws(ScenarioError) {
        do {
            self = try JSONDecoder().decode(Scenario.self, from: json)
            try Scenario.rejectUnknownKeys(
                in: JSONSerialization.jsonObject(with: json),
                known: JSONSerialization.jsonObject(with: JSONEncoder().encode(self)), path: "")
        } catch {
            throw ScenarioError(error)
        }
        try check()
    }

    /// Reads a scenario file.
    package init(file: String) throws(ScenarioError) {
        let json: Data
        do {
            json = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            // Foundation's errors do not contain errno. Asking again gives it in the common cases.
            throw .cannotRead(file: file, code: access(file, R_OK) == 0 ? EIO : errno)
        }
        try self.init(json: json)
    }

    /// Refuses unknown keys: a key that decoding ignored is missing when the result is encoded
    /// again.
    private static func rejectUnknownKeys(in given: Any, known: Any, path: String) throws(ScenarioError) {
        if let given = given as? [String: Any], let known = known as? [String: Any] {
            // Sorted, so that the same one of several keys is reported each time.
            for (key, value) in given.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
                let keyPath = path.isEmpty ? key : "\(path).\(key)"
                guard let knownValue = known[key] else { throw .unknownKey(path: keyPath) }
                try rejectUnknownKeys(in: value, known: knownValue, path: keyPath)
            }
        } else if let given = given as? [Any], let known = known as? [Any] {
            for (index, (value, knownValue)) in zip(given, known).enumerated() {
                try rejectUnknownKeys(in: value, known: knownValue, path: "\(path)[\(index)]")
            }
        }
    }
}

extension ScenarioError {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as ScenarioError:
            self = error
        case DecodingError.keyNotFound(let key, let context):
            self = .missing(path: ScenarioPath.text(context.codingPath), key: key.stringValue)
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            self = .invalid(path: ScenarioPath.text(context.codingPath), expected: ScenarioError.words(for: type))
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .invalid(path: ScenarioPath.text(context.codingPath), expected: context.debugDescription)
        case DecodingError.dataCorrupted(let context):
            let parser = context.underlyingError.map { ($0 as NSError).userInfo["NSDebugDescription"] as? String }
            self = .notJSON(reason: (parser ?? nil) ?? context.debugDescription)
        default:
            self = .notJSON(reason: "\(error)")
        }
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any Collection.Type where !(type is [String: Any].Type): "a list"
        default: "an object"
        }
    }
}

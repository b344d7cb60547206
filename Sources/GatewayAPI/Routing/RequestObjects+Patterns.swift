import FlockFinder
import Gateway
import GatewayModel

extension PatternReference: RequestObject {
    static let keys = ["kind", "pattern", "case_sensitive"]

    func check() throws(RequestError) {}
}

extension PatternDefinition: RequestObject {
    static let keys = [
        "kind", "pattern", "device_type", "enabled", "case_sensitive", "source", "confidence", "description",
    ]

    /// The gateway knows what a pattern can be.
    func check() throws(RequestError) {}
}

extension PatternEdit: RequestObject {
    static let keys = PatternDefinition.keys + ["new_pattern", "new_case_sensitive"]

    /// The gateway knows what a pattern can be.
    func check() throws(RequestError) { try confidence.check("confidence", -1...100) }
}

extension PatternSelection: RequestObject {
    static let keys = ["patterns"]
    static let lists: [String: any RequestObject.Type] = ["patterns": PatternReference.self]

    func check() throws(RequestError) { try patterns.checkCount() }
}

extension PatternSwitch: RequestObject {
    static let keys = ["enabled", "patterns"]
    static let lists: [String: any RequestObject.Type] = ["patterns": PatternReference.self]

    func check() throws(RequestError) { try patterns.checkCount() }
}

extension PatternImportOrder: RequestObject {
    static let keys = ["text", "dry_run", "skip_bad"]
    static let path = "/v1/patterns/import"

    /// The gateway knows how long a file may be.
    func check() throws(RequestError) {}
}

extension PatternValidationOrder: RequestObject {
    static let keys = ["text"]
    static let path = "/v1/patterns/validate"

    func check() throws(RequestError) {}
}

extension PatternQuestion: RequestObject {
    static let keys = ["ssid", "address", "name", "uuids", "manufacturers"]

    func check() throws(RequestError) {
        try ssid.check("ssid", limit: Pattern.ssidLimit)
        try address.check("address", limit: 64)
        try name.check("name", limit: Pattern.nameLimit)
        for (path, list) in [("uuids", uuids), ("manufacturers", manufacturers)] {
            guard list.map({ $0.count <= 64 }) ?? true else {
                throw .invalidValue(path: path, expected: "a list of at most 64 texts")
            }
        }
    }
}

extension PatternReset: RequestObject {
    static let keys = ["sets", "may_remove"]

    func check() throws(RequestError) {
        guard sets.map({ $0.count <= 16 }) ?? true else {
            throw .invalidValue(path: "sets", expected: "a list of at most 16 names")
        }
    }
}

extension PatternUndo: RequestObject {
    static let keys = ["may_remove"]

    func check() throws(RequestError) {}
}

extension [PatternReference] {
    fileprivate func checkCount() throws(RequestError) {
        guard (1...PatternService.selectionLimit).contains(count) else {
            throw .invalidValue(path: "patterns", expected: "a list of 1 to \(PatternService.selectionLimit) patterns")
        }
    }
}

extension String? {
    fileprivate func check(_ path: String, limit: Int) throws(RequestError) {
        guard let self, !(1...limit).contains(self.utf8.count) else { return }
        throw .invalidValue(path: path, expected: "a text of 1 to \(limit) bytes")
    }
}

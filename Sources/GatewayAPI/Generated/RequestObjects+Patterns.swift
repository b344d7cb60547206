// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension PatternDefinition: RequestObject {
    static let keys = [
        "kind", "pattern", "device_type", "enabled", "case_sensitive", "source", "confidence", "description"
    ]
    static let expected = ["kind": "ssid or mac or ble-name or ble-uuid or ble-manufacturer"]

    func check() throws(RequestError) {
        try BodyCheck.range("confidence", confidence, 0...100)
    }
}

extension PatternEdit: RequestObject {
    static let keys = [
        "kind", "pattern", "case_sensitive", "new_pattern", "new_case_sensitive", "device_type", "enabled", "source",
        "confidence", "description"
    ]
    static let expected = ["kind": "ssid or mac or ble-name or ble-uuid or ble-manufacturer"]

    func check() throws(RequestError) {
        try BodyCheck.range("confidence", confidence, -1...100)
    }
}

extension PatternSelection: RequestObject {
    static let keys = ["patterns"]
    static let lists: [String: any RequestObject.Type] = ["patterns": PatternReference.self]

    func check() throws(RequestError) {
        try BodyCheck.count("patterns", patterns, 1...1000)
    }
}

extension PatternReference: RequestObject {
    static let keys = ["kind", "pattern", "case_sensitive"]
    static let expected = ["kind": "ssid or mac or ble-name or ble-uuid or ble-manufacturer"]
}

extension PatternSwitch: RequestObject {
    static let keys = ["enabled", "patterns"]
    static let lists: [String: any RequestObject.Type] = ["patterns": PatternReference.self]

    func check() throws(RequestError) {
        try BodyCheck.count("patterns", patterns, 1...1000)
    }
}

extension PatternImportOrder: RequestObject {
    static let keys = ["text", "dry_run", "skip_bad"]
}

extension PatternValidationOrder: RequestObject {
    static let keys = ["text"]
}

extension PatternQuestion: RequestObject {
    static let keys = ["ssid", "address", "name", "uuids", "manufacturers"]

    func check() throws(RequestError) {
        try BodyCheck.text("ssid", ssid, 1...32)
        try BodyCheck.text("address", address, 1...64)
        try BodyCheck.text("name", name, 1...248)
        try BodyCheck.count("uuids", uuids, 0...64)
        try BodyCheck.count("manufacturers", manufacturers, 0...64)
        try checkFurther()
    }
}

extension PatternReset: RequestObject {
    static let keys = ["sets", "may_remove"]

    func check() throws(RequestError) {
        try BodyCheck.count("sets", sets, 0...16)
    }
}

extension PatternUndo: RequestObject {
    static let keys = ["may_remove"]
}

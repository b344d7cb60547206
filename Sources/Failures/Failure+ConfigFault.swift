import DongleLink
import FlockFinder

/// Failures for texts that are not a config of a FlockFinder.
extension Failure {
    package init(_ fault: ConfigFault) {
        switch fault {
        case .notJSON(let line, let column, let expected):
            self = .unread(
                "malformed-json", "The config is no JSON: line \(line), column \(column): expected \(expected).",
                "Mend it there.")
        case .notAnObject:
            self = .unread("malformed-config", "The config is no JSON object.", "Give an object in braces.")
        case .unknownDialect:
            self = .unread(
                "unknown-dialect", "The config has none of the keys of either dialect.",
                "Give the short keys (ssid, mac, ble_n, ble_u) or the long ones (patterns, macPrefixes, …).")
        case .mixedDialects(let compact, let nested):
            self = .unread(
                "mixed-dialects",
                "The config has keys of both dialects: \(printable(compact)) and \(printable(nested)).",
                "Keep to one of them.")
        case .partMissing:
            self = .unread("config-part-missing", "A part of the config is missing.", "Send all of it again.")
        case .wrongValue(let path, let expected):
            self = .unread("bad-value", "In the config, \(printable(path)) is not \(expected).", "Mend the value.")
        case .newerVersion(let version):
            self = .unread(
                "newer-config",
                "The config has version \(version), and only version \(DeviceConfig.knownVersion) is known.",
                "Use a later version of perch.")
        case .tooLong(let bytes, let limit):
            self = .unread("file-too-large", "The config has \(bytes) bytes.", "At most \(limit) are read; split it.")
        }
    }

    private static func unread(_ code: String, _ message: String, _ hint: String) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: .badInput, outcome: .notDone)
    }
}

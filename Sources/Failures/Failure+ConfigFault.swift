import DongleLink
import FlockFinder

/// Failures for texts that are not a config of a FlockFinder.
extension Failure {
    package init(_ fault: ConfigFault) {
        switch fault {
        case .notJSON(let line, let column, let expected):
            self = .unread(
                "malformed-json", "The config is not JSON: line \(line), column \(column): expected \(expected).",
                "Fix the config there.")
        case .notAnObject:
            self = .unread("malformed-config", "The config is not a JSON object.", "Put the config in braces: { … }.")
        case .unknownDialect:
            self = .unread(
                "unknown-dialect", "The config has no key of either dialect.",
                "Use the short keys (ssid, mac, ble_n, ble_u) or the long keys (patterns, macPrefixes, …).")
        case .mixedDialects(let compact, let nested):
            self = .unread(
                "mixed-dialects",
                "The config has keys of both dialects: \(printable(compact)) and \(printable(nested)).",
                "Use the keys of one dialect only.")
        case .partMissing:
            self = .unread("config-part-missing", "A part of the config is missing.", "Send the whole config again.")
        case .wrongValue(let path, let expected):
            self = .unread("bad-value", "In the config, \(printable(path)) is not \(expected).", "Fix the value.")
        case .newerVersion(let version):
            self = .unread(
                "newer-config",
                "The config has version \(version); this perch reads only version \(DeviceConfig.knownVersion).",
                "Use a later version of perch.")
        case .tooLong(let bytes, let limit):
            self = .unread(
                "file-too-large", "The config has \(bytes) bytes.", "At most \(limit) bytes are read; split the config."
            )
        }
    }

    private static func unread(_ code: String, _ message: String, _ hint: String) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: .badInput, outcome: .notDone)
    }
}

/// A value from a file, a variable or a flag, not yet checked against its setting.
package enum SettingValue: Sendable, Hashable {
    case text(String)
    case list([String])
    case number(Int)
    case flag(Bool)
    /// A type that no setting has, such as `a table`.
    case other(String)

    /// The value in TOML.
    package var toml: String {
        switch self {
        case .text(let text): SettingValue.quoted(text)
        case .list(let texts): "[" + texts.map(SettingValue.quoted).joined(separator: ", ") + "]"
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .other(let kind): kind
        }
    }

    /// Returns a basic string. Source: TOML 1.0.0, String.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\0"..<" ", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

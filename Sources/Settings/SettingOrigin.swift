/// Origin of a value.
package enum SettingOrigin: Sendable, Hashable {
    case standard
    /// `line` counts from 1.
    case file(path: String, line: Int)
    case variable(String)
    /// Name of the flag, including dashes.
    case flag(String)

    /// `default`, `file PATH:LINE`, `environment NAME` or `flag --NAME`.
    package var words: String {
        switch self {
        case .standard: "default"
        case .file: "file \(place)"
        case .variable: "environment \(place)"
        case .flag: "flag \(place)"
        }
    }

    /// Same format as ``SettingsError/Finding/place``.
    var place: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line): "\(path):\(line)"
        case .variable(let name), .flag(let name): name
        }
    }
}

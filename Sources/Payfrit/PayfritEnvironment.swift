import RESTClient

/// Backend to use.
package enum PayfritEnvironment: Sendable, Hashable {
    case dev
    case prod
    /// A base URL, http or https, without a slash at the end.
    case custom(String)

    private static let devBase = "https://dev.payfrit.com/api"
    private static let prodBase = "https://biz.payfrit.com/api"
    private static let longestURL = 500

    /// Reads "dev", "prod", or a URL; nil for anything else. The URL must not contain user,
    /// password, query or fragment, because it is shown and logged.
    package init?(_ text: String) {
        switch text {
        case "dev": self = .dev
        case "prod": self = .prod
        default:
            guard let address = BaseURL(text), text.utf8.count <= Self.longestURL else { return nil }
            switch address.text {
            case Self.devBase: self = .dev
            case Self.prodBase: self = .prod
            default: self = .custom(address.text)
            }
        }
    }

    /// Base URL, to which paths are appended.
    package var base: String {
        switch self {
        case .dev: Self.devBase
        case .prod: Self.prodBase
        case .custom(let base): base
        }
    }

    /// "dev", "prod", or the URL.
    package var name: String {
        switch self {
        case .dev: "dev"
        case .prod: "prod"
        case .custom(let base): base
        }
    }

    /// Whether everything, including the login, crosses a network without encryption.
    package var isExposed: Bool {
        guard let address = BaseURL(base) else { return false }
        return !address.isEncrypted && !address.isLoopback
    }

    /// Whether the backend is for development: dev, or a server on this machine. Actions there
    /// affect no real business.
    package var isDev: Bool {
        switch self {
        case .dev: true
        case .prod: false
        case .custom(let base): BaseURL(base)?.isLoopback ?? false
        }
    }
}

extension PayfritEnvironment: CustomStringConvertible {
    /// Same as ``name``.
    package var description: String { name }
}

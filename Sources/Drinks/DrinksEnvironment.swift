import RESTClient

/// Server to use.
package enum DrinksEnvironment: Sendable, Hashable {
    /// A server on this machine.
    case dev
    case production
    /// A base URL, http or https, without a slash at the end.
    case custom(String)

    private static let longestURL = 500

    /// Reads "dev", "production", or a URL; nil for anything else. The URL must not contain user,
    /// password, query or fragment, because it is shown.
    package init?(_ text: String) {
        switch text {
        case "dev": self = .dev
        case "production": self = .production
        default:
            guard let url = BaseURL(text), text.utf8.count <= Self.longestURL else { return nil }
            self = .custom(url.text)
        }
    }

    /// Base URL, to which paths are appended.
    package var base: String {
        switch self {
        case .dev: "http://localhost:8080/v1"
        case .production: "https://api.bcmarl-drinks.de/v1"
        case .custom(let base): base
        }
    }

    /// Whether everything, including the PIN, crosses a network without encryption.
    package var isExposed: Bool {
        guard let url = BaseURL(base) else { return false }
        return !url.isEncrypted && !url.isLoopback
    }

    /// Whether the server is on this machine, so that nothing there costs anyone money.
    package var isDev: Bool { BaseURL(base)?.isLoopback ?? false }
}

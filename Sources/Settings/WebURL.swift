import Foundation

/// URLs that can be posted to.
enum WebURL {
    private static let bytesAtMost = 2_048

    /// Whether a text is `http://` or `https://`, a host, an optional port and an optional rest. A
    /// user name and a password are refused: they would appear in lists of settings.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= bytesAtMost, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#")
        else { return false }
        let lowercase = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercase.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { return false }
        // Without a port, a valid one is added, so that only the host is checked.
        let hasPort = authority.hasSuffix("]") ? false : authority.contains(":")
        guard let address = ListenAddress(hasPort ? String(authority) : authority + ":1") else { return false }
        return address.port > 0
    }

    /// Returns scheme, host and port; an ellipsis replaces the rest.
    static func withoutPath(_ text: String) -> String {
        guard let scheme = text.range(of: "://"),
            let end = text[scheme.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return text }
        let isRoot = text[end...] == "/"
        return text[..<end] + (isRoot ? "/" : "/…")
    }
}

import Foundation

/// URLs that something can be posted to.
enum WebURL {
    private static let bytesAtMost = 2_048

    /// Whether a text is `http://` or `https://`, a host, perhaps a port, and what comes behind; without a name and a password,
    /// which would be in lists of settings.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= bytesAtMost, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#")
        else { return false }
        let lowercase = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercase.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { return false }
        // Without a port, one that fits is put there, to be judged as a host alone.
        let hasPort = authority.hasSuffix("]") ? false : authority.contains(":")
        guard let address = ListenAddress(hasPort ? String(authority) : authority + ":1") else { return false }
        return address.port > 0
    }

    /// Scheme, host and port; an ellipsis stands for what came behind them.
    static func withoutPath(_ text: String) -> String {
        guard let scheme = text.range(of: "://"),
            let end = text[scheme.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return text }
        let isRoot = text[end...] == "/"
        return text[..<end] + (isRoot ? "/" : "/…")
    }
}

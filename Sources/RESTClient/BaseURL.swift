/// URL of a server, to which a path can be appended.
package struct BaseURL: Sendable, Hashable {
    /// URL without a slash at the end.
    package let text: String
    package let isEncrypted: Bool
    /// Scheme and authority: the URL without its path.
    package let origin: String
    /// Host without the port, and without the brackets of an IPv6 address.
    package let host: String

    package init?(_ url: String) {
        guard let colon = url.firstRange(of: "://") else { return nil }
        switch url[..<colon.lowerBound].lowercased() {
        case "http": isEncrypted = false
        case "https": isEncrypted = true
        default: return nil
        }
        // Visible ASCII only: a line end would reach the request. "@" would add a user; "?" and "#"
        // would end the path.
        let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, !url.contains(where: { "@?#\\\"<>^`{|}".contains($0) }) else { return nil }
        var rest = url[colon.upperBound...]
        while rest.last == "/" { rest.removeLast() }
        let authority = rest.prefix { $0 != "/" }
        guard let host = Self.host(of: authority) else { return nil }
        self.host = host.lowercased()
        let scheme = isEncrypted ? "https://" : "http://"
        text = scheme + rest
        origin = scheme + authority
    }

    /// Whether the host is this machine.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func host(of authority: Substring) -> Substring? {
        var host = authority
        var port: Substring?
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.first == ":",
                host.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || isNameByte($0) })
            else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            if let colon = authority.firstIndex(of: ":") {
                host = authority[..<colon]
                port = authority[authority.index(after: colon)...]
            }
            guard host.utf8.allSatisfy(isNameByte) else { return nil }
        }
        if let port {
            guard port.first != "+", let number = UInt16(port), number > 0 else { return nil }
        }
        return host.isEmpty ? nil : host
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

import Glibc

/// Address on which to serve TCP: `HOST:PORT`, or `[HOST]:PORT` for an IPv6 address.
package struct ListenAddress: Sendable, Hashable {
    /// A name or an address, without brackets.
    package let host: String
    /// Port; 0 = a free port.
    package let port: Int

    /// Nil if the text is not such an address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        var host = text[..<colon]
        let digits = text[text.index(after: colon)...]
        if host.hasPrefix("[") {
            guard host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
            guard ListenAddress.isAddress(String(host), AF_INET6) else { return nil }
        } else {
            // Further colons mean an IPv6 address without brackets, whose end cannot be told from
            // the port.
            guard host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }) else {
                return nil
            }
        }
        guard !host.isEmpty, host.utf8.count <= 253, digits.allSatisfy(\.isASCII), digits.allSatisfy(\.isNumber),
            let port = UInt16(digits)
        else { return nil }
        self.host = String(host)
        self.port = Int(port)
    }

    private static func isAddress(_ text: String, _ family: CInt) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }
}

/// Address of a gateway.
package enum GatewayAddress: Sendable, Hashable {
    /// Path of a unix socket, at most 107 bytes.
    case socket(String)
    case http(host: String, port: Int)
    case https(host: String, port: Int)

    /// Longest path of a unix socket, in bytes. Source: unix(7), `sun_path` without its NUL byte.
    package static let longestSocketPath = 107

    private static let usualPort = 8470

    /// Parses `unix:PATH`, `http://HOST[:PORT]` or `https://HOST[:PORT]`; nil for anything else.
    /// The default port is 8470.
    package init?(_ text: String) {
        if let path = text.rest(after: "unix:") {
            guard !path.isEmpty, path.utf8.count <= GatewayAddress.longestSocketPath, !path.utf8.contains(0) else {
                return nil
            }
            self = .socket(String(path))
        } else if let rest = text.rest(after: "http://"), let (host, port) = GatewayAddress.authority(rest) {
            self = .http(host: host, port: port)
        } else if let rest = text.rest(after: "https://"), let (host, port) = GatewayAddress.authority(rest) {
            self = .https(host: host, port: port)
        } else {
            return nil
        }
    }

    /// The address in the form that ``init(_:)`` parses.
    package var text: String {
        switch self {
        case .socket(let path): "unix:\(path)"
        case .http(let host, let port): "http://\(GatewayAddress.bracketed(host)):\(port)"
        case .https(let host, let port): "https://\(GatewayAddress.bracketed(host)):\(port)"
        }
    }

    /// Whether the address is certainly on this machine.
    package var isLocal: Bool {
        switch self {
        case .socket: true
        case .http(let host, _), .https(let host, _):
            host == "localhost" || host == "::1" || GatewayAddress.isLoopback(host)
        }
    }

    /// Beginning of the URLs of requests.
    var base: String {
        switch self {
        case .socket(let path): "http+unix://\(percentEncoded(path))"
        case .http, .https: text
        }
    }

    // MARK: Parsing

    /// Parses `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`, optionally followed by one slash.
    private static func authority(_ text: Substring) -> (host: String, port: Int)? {
        let text = text.hasSuffix("/") ? text.dropLast() : text
        let host: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard host.contains(":"), host.utf8.allSatisfy(isIPv6Character) else { return nil }
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<end]
            rest = text[end...]
            guard host.utf8.allSatisfy(isHostCharacter) else { return nil }
        }
        guard !host.isEmpty else { return nil }
        guard !rest.isEmpty else { return (String(host), usualPort) }
        guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy(isDigit), let port = Int(rest.dropFirst()),
            (1...65535).contains(port)
        else { return nil }
        return (String(host), port)
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Whether the host is in 127.0.0.0/8. All four parts must be numbers: a name such as
    /// `127.0.0.1.example` may belong to another machine.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    private static func isIPv6Character(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: ".")
    }
}

extension String {
    fileprivate func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

/// Percent-encodes a text for use as one component of a URL's path or query. Source: RFC 3986, 2.3.
func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            encoded.append(byte)
        default:
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

import Glibc

/// Recognises names and addresses that belong to this machine only.
enum Loopback {
    /// Whether a host to listen on is reachable from this machine only. The only name that counts
    /// is `localhost`.
    static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
        return withUnsafeBytes(of: &six) { bytes in
            let isOne = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            // ::ffff:127.0.0.0/104
            let isMapped =
                bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF && bytes[12] == 127
            return isOne || isMapped
        }
    }

    /// The host in a `Host` field, without port and brackets; nil if the field is malformed.
    static func host(ofField field: String) -> String? {
        if field.hasPrefix("[") {
            guard let end = field.firstIndex(of: "]") else { return nil }
            let port = field[field.index(after: end)...]
            guard port.isEmpty || port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy(isDigit) else { return nil }
            return String(field[field.index(after: field.startIndex)..<end])
        }
        let parts = field.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty,
            parts.count == 1 || parts[1].utf8.allSatisfy(isDigit)
        else { return nil }
        return String(host)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

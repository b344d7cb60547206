/// Returns two lowercase digits per byte, with a blank between bytes.
package func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined(separator: " ")
}

/// Returns `0x` and four digits.
package func hexadecimalNumber(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
}

/// Returns the beginning of the bytes of a serial line: as text if they are text, otherwise as
/// hexadecimal digits.
package func excerpt(_ noise: [UInt8], limit: Int = 48) -> String {
    let shown = noise.prefix(limit)
    let isText = shown.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let mark = noise.count > limit ? "…" : ""
    guard !shown.isEmpty, isText else { return hexadecimal(Array(shown)) + mark }
    let words = String(decoding: shown, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
    return "\"\(words)\"" + mark
}

/// Text of a config as a device sends it. The device's JSON library does not check the texts of
/// entries: control characters and bytes that are not UTF-8 come back as they were sent.
package enum DeviceText {
    /// Scalars that stand for bytes that are not UTF-8: U+10FF00 plus the byte. No ``Pattern``
    /// contains one.
    package static let standIns: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
    private static let firstStandIn: UInt32 = 0x10FF00

    /// Returns the text as JSON that can be read and shown: control characters in strings are
    /// escaped, and bytes that are not UTF-8 are replaced by ``standIns``.
    package static func json(_ bytes: some Collection<UInt8>) -> String {
        var json = String.UnicodeScalarView()
        var isInString = false
        var isEscaped = false
        for scalar in scalars(Array(bytes)) {
            if isInString, scalar.value < 0x20 {
                let digits = String(scalar.value, radix: 16)
                json.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
                isEscaped = false
                continue
            }
            json.append(scalar)
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                isInString.toggle()
            } else if scalar == "\\", isInString {
                isEscaped = true
            }
        }
        return String(json)
    }

    /// Returns the UTF-8 text with each of the ``standIns`` replaced by its byte.
    static func bytes(_ text: [UInt8]) -> [UInt8] {
        // The first byte of every stand-in.
        guard text.contains(0xF4) else { return text }
        return String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { scalar in
            standIns.contains(scalar.value)
                ? [UInt8(scalar.value - firstStandIn)] : Array(String(scalar).utf8)
        }
    }

    private static func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
        if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) {
            return Array(text.unicodeScalars)
        }
        var scalars: [Unicode.Scalar] = []
        var position = 0
        while position < bytes.count {
            // A scalar has one to four bytes.
            let end = min(position + 4, bytes.count)
            let scalar = (position + 1...end).lazy.compactMap { end in
                String(validating: bytes[position..<end], as: UTF8.self)?.unicodeScalars.first
            }.first
            if let scalar, !standIns.contains(scalar.value) {
                scalars.append(scalar)
                position += UTF8.width(scalar)
            } else {
                scalars.append(Unicode.Scalar(firstStandIn + UInt32(bytes[position])) ?? "\u{FFFD}")
                position += 1
            }
        }
        return scalars
    }
}

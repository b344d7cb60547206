import Advertising

/// Decodes percent-encoded text.
///
/// - Parameter plusIsBlank: Whether `+` means a blank, as in queries written by HTML forms.
/// - Returns: Nil if a `%` is not followed by two digits, or the bytes are not UTF-8.
func percentDecoded(_ text: Substring, plusIsBlank: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.popFirst().flatMap(Hexadecimal.value),
                let low = rest.popFirst().flatMap(Hexadecimal.value)
            else {
                return nil
            }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsBlank:
            bytes.append(UInt8(ascii: " "))
        default:
            bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

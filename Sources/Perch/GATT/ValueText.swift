import Failures
import LineFormats

/// Returns a value for people: hexadecimal digits, followed by the text where it is text.
func valueText(_ value: [UInt8]) -> String {
    guard !value.isEmpty else { return "(empty)" }
    return hexadecimal(value) + (plainText(value).map { "  \"\($0)\"" } ?? "")
}

/// Returns the value as text; nil where it has characters that are not printable.
func plainText(_ value: [UInt8]) -> String? {
    guard !value.isEmpty, let text = String(validating: value, as: UTF8.self), printable(text) == text else {
        return nil
    }
    return text
}

extension JSONWriter {
    /// Writes a value as `hex`, and as `text` where it is text.
    mutating func field(value: [UInt8]) {
        field("hex", plain: { $0.hexadecimal(value) })
        field("text", plainText(value))
    }
}

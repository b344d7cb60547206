/// Writes comma-separated values.
///
/// Source: RFC 4180.
package enum CSVRow {
    /// Returns one row, including its line end.
    package static func text(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// Returns a field, in quotation marks if necessary: also if it has blanks at its ends, which
    /// readers would otherwise remove.
    package static func field(_ text: String) -> String {
        guard needsQuotes(text.utf8) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func needsQuotes(_ text: String.UTF8View) -> Bool {
        if let first = text.first, let last = text.last, isBlank(first) || isBlank(last) { return true }
        return text.contains { byte in
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
            default: false
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

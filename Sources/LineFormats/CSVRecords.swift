/// Splits comma-separated values into records. Has no side effects.
///
/// Source: RFC 4180. Unlike there, a line may also end with LF or CR alone, and a UTF-8 byte order
/// mark may precede the text.
package struct CSVRecords: Sendable, Hashable {
    package struct Record: Sendable, Hashable {
        /// Line in which the record begins, from 1.
        package var line: Int
        /// Fields without blanks at their ends; nil if the record has a fault.
        package var fields: [String]?
    }

    package struct Fault: Sendable, Hashable {
        package var line: Int
        package var message: String
    }

    package private(set) var records: [Record] = []
    /// Faults; at most one per record.
    package private(set) var faults: [Fault] = []

    private enum Place {
        case fieldStart, plain, quoted, quoteInQuoted
    }

    /// Skips empty lines.
    ///
    /// - Parameter keepsQuotedBlanks: Whether blanks at the ends of a field in quotation marks are
    ///   part of it.
    package init(_ bytes: [UInt8], keepsQuotedBlanks: Bool = false) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var place = Place.fieldStart
        var field: [UInt8] = []
        var fields: [String] = []
        var fault: Fault?
        var line = 1
        var begin = 1
        var quoteLine = 1
        var isAfterCR = false

        func note(_ message: String, at line: Int) {
            if fault == nil { fault = Fault(line: line, message: message) }
        }
        func endField() {
            if let text = String(validating: field, as: UTF8.self) {
                fields.append(keepsQuotedBlanks && place == .quoteInQuoted ? text : text.trimmingBlanks)
            } else {
                note("the text is not UTF-8", at: line)
            }
            field = []
            place = .fieldStart
        }
        func endRecord(_ result: inout CSVRecords) {
            endField()
            if let fault {
                result.faults.append(fault)
                result.records.append(Record(line: begin, fields: nil))
            } else if fields.contains(where: { !$0.isEmpty }) {
                result.records.append(Record(line: begin, fields: fields))
            }
            fields = []
            fault = nil
        }

        for byte in bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...] {
            let isLineFeedOfCRLF = isAfterCR && byte == UInt8(ascii: "\n")
            isAfterCR = byte == UInt8(ascii: "\r")
            switch (place, byte) {
            case (.quoted, UInt8(ascii: "\"")): place = .quoteInQuoted
            case (.quoted, _):
                field.append(byte)
                if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && !isLineFeedOfCRLF) { line += 1 }
            case (.quoteInQuoted, UInt8(ascii: "\"")):
                field.append(byte)
                place = .quoted
            case (_, UInt8(ascii: "\n")) where isLineFeedOfCRLF: begin = line
            case (_, UInt8(ascii: "\r")), (_, UInt8(ascii: "\n")):
                endRecord(&self)
                line += 1
                begin = line
            case (_, UInt8(ascii: ",")): endField()
            case (.fieldStart, UInt8(ascii: "\"")):
                place = .quoted
                quoteLine = line
            case (.plain, UInt8(ascii: "\"")) where field.allSatisfy(Self.isBlank):
                field = []
                place = .quoted
                quoteLine = line
            case (.plain, UInt8(ascii: "\"")):
                note("a quotation mark is inside a field that does not begin with one", at: line)
            case (.quoteInQuoted, _) where Self.isBlank(byte): break
            case (.quoteInQuoted, _): note("text follows a closing quotation mark", at: line)
            default:
                field.append(byte)
                place = .plain
            }
        }
        if place == .quoted { note("a quotation mark is never closed", at: quoteLine) }
        if place != .fieldStart || !fields.isEmpty { endRecord(&self) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension String {
    /// The text without blanks and tabs at its ends.
    fileprivate var trimmingBlanks: String {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}

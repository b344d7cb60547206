/// Returns text from the air or a file, safe for a terminal: characters that could move its cursor
/// become a dot.
package func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmless($0) ? $0 : "·" }))
}

/// Returns a text safe for a terminal without losing characters: those that ``printable(_:)``
/// replaces by a dot are escaped as in JSON.
///
/// - Parameter standIns: Scalars that stand for the byte in their lowest eight bits; they are
///   escaped as `\xff`.
package func escaped(_ text: String, standIns: ClosedRange<UInt32>) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
        func digits(_ value: UInt32, _ count: Int) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        if isHarmless(scalar) {
            escaped.unicodeScalars.append(scalar)
        } else if standIns.contains(scalar.value) {
            escaped += "\\x" + digits(scalar.value & 0xFF, 2)
        } else {
            escaped += scalar.value < 0x10000 ? "\\u" + digits(scalar.value, 4) : "\\u{\(digits(scalar.value, 5))}"
        }
    }
}

/// Returns the text, cut or padded with blanks to exactly `width` columns.
package func fit(_ text: String, _ width: Int) -> String {
    var shown = ""
    var used = 0
    var cut = false
    for character in text {
        let columns = columnCount(character)
        guard used + columns <= width else {
            cut = true
            break
        }
        shown.append(character)
        used += columns
    }
    while cut, used > max(0, width - 1), let last = shown.popLast() { used -= columnCount(last) }
    if cut && width > 0 {
        shown.append("…")
        used += 1
    }
    return shown + String(repeating: " ", count: max(0, width - used))
}

/// Whether a terminal just shows the character.
func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Format characters change the writing direction; controls move the cursor.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
}

/// Returns the number of columns that a text takes on a terminal.
package func columnCount(_ text: String) -> Int { text.reduce(0) { $0 + columnCount($1) } }

/// Returns the columns of a character: East Asian characters and pictographs take two.
private func columnCount(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}

/// Text in a sheet, safe to open in a spreadsheet: an apostrophe precedes text that would be taken
/// for a formula.
///
/// Text that already has apostrophes before such a character gets one more, so that reading
/// restores what was written.
///
/// Source: OWASP, CSV Injection.
enum SheetText {
    static func written(_ text: String) -> String { isGuarded(text) ? "'" + text : text }

    static func read(_ field: String) -> String {
        guard field.first == "'" else { return field }
        let rest = String(field.dropFirst())
        return isGuarded(rest) ? rest : field
    }

    private static func isGuarded(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }
}

/// Text in a sheet that a spreadsheet may open: what it would take for a formula has an apostrophe in front.
///
/// Text that has apostrophes and such a character behind them gets one more, so that reading takes off what writing put there.
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

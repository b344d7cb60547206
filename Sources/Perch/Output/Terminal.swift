import Glibc

/// The terminal of standard output.
struct Terminal: Sendable {
    /// Whether colours may be used. See no-color.org.
    let hasColour: Bool

    /// The seeds' colours, as parameters of SGR.
    enum Colour: String {
        case orange = "38;5;208"
        case red = "31"
    }

    /// Returns the text in a colour where `descriptor` is a terminal with colours, otherwise
    /// unchanged.
    static func painted(_ text: String, _ colour: Colour, on descriptor: Int32 = STDOUT_FILENO) -> String {
        guard isatty(descriptor) == 1, Terminal.knowsColours else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }

    private static var knowsColours: Bool {
        guard let term = getenv("TERM"), String(cString: term) != "dumb" else { return false }
        return !(getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    }

    /// Returns nil where standard output is a file, a pipe, or a terminal that cannot move its
    /// cursor.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, let term = getenv("TERM"), String(cString: term) != "dumb" else { return nil }
        hasColour = Terminal.knowsColours
    }

    /// Columns and rows of the window; 80 by 24 where they are unknown.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

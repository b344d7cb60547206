import Glibc

/// The terminal that standard output is, if it is one.
struct Terminal: Sendable {
    /// Whether colours may be used. See no-color.org.
    let hasColour: Bool

    /// Nil when standard output is a file, a pipe, or a terminal that cannot move its cursor.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, let term = getenv("TERM"), String(cString: term) != "dumb" else { return nil }
        hasColour = !(getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    }

    /// Columns and rows of the window; 80 by 24 where it does not say.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

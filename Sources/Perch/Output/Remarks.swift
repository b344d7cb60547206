import Failures
import Glibc
import Synchronization

/// Writes prose to standard error, a line at a time.
///
/// On the terminal that standard output is, too, a line stands behind what was written before it, and above a live table.
func say(_ line: String) {
    if Remarks.hold(line) { return }
    Remarks.output.withLock { $0 }?.drain()
    let bytes = Array((line + "\n").utf8)
    // Nobody is left to tell when standard error cannot be written.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Lines for standard error while a live table is drawn on the same terminal.
enum Remarks {
    /// Lines that wait for the next drawing, which comes four times a second. What comes beyond is counted.
    private static let limit = 1_000

    private struct Waiting {
        var lines: [String] = []
        var omitted = 0
    }

    private static let waiting = Mutex<Waiting?>(nil)
    /// What goes to the terminal that standard error is, too; nil = standard output is something else.
    static let output = Mutex<OutputSink?>(nil)

    /// Whether standard output and standard error are one terminal.
    static var haveOneTerminal: Bool {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
        var (one, other) = (stat(), stat())
        return fstat(STDOUT_FILENO, &one) == 0 && fstat(STDERR_FILENO, &other) == 0 && one.st_rdev == other.st_rdev
    }

    /// From now on lines wait to be drawn.
    static func begin() { waiting.withLock { $0 = Waiting() } }

    fileprivate static func hold(_ line: String) -> Bool {
        waiting.withLock { waiting in
            guard waiting != nil else { return false }
            if (waiting?.lines.count ?? 0) < limit { waiting?.lines.append(line) } else { waiting?.omitted += 1 }
            return true
        }
    }

    /// The lines that wait; they wait no more.
    static func take() -> [String] {
        waiting.withLock { waiting in
            guard let taken = waiting else { return [] }
            waiting = Waiting()
            return taken.lines + (taken.omitted > 0 ? ["perch: … and \(counted(taken.omitted, "more line"))."] : [])
        }
    }

    /// From now on lines are written at once; those that still wait are, too.
    static func end() {
        let rest = take()
        waiting.withLock { $0 = nil }
        rest.forEach(say)
    }
}

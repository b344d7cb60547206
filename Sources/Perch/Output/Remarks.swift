import Failures
import Glibc
import Synchronization
import SystemPackage

/// Writes a line for people to standard error.
///
/// Where standard output goes to the same terminal, the line appears after earlier output and above
/// a live table.
func say(_ line: String) {
    if Remarks.hold(line) { return }
    Remarks.output.withLock { $0 }?.drain()
    let bytes = Array((line + "\n").utf8)
    // An error of standard error is ignored, since it cannot be reported in any other way.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Lines for standard error while a live table is drawn on the same terminal.
enum Remarks {
    /// Most lines that wait for the next drawing, which comes four times a second. Further lines
    /// are only counted.
    private static let limit = 1_000

    private struct Waiting {
        var lines: [String] = []
        var omitted = 0
    }

    private static let waiting = Mutex<Waiting?>(nil)
    /// Standard output, where it is the same terminal as standard error; nil otherwise.
    static let output = Mutex<OutputSink?>(nil)

    /// Whether standard output and standard error are the same terminal.
    static var haveOneTerminal: Bool {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1,
            let one = try? Stat(FileDescriptor.standardOutput),
            let other = try? Stat(FileDescriptor.standardError)
        else { return false }
        return one.specialDeviceID == other.specialDeviceID
    }

    /// Makes further lines wait to be drawn.
    static func begin() { waiting.withLock { $0 = Waiting() } }

    fileprivate static func hold(_ line: String) -> Bool {
        waiting.withLock { waiting in
            guard waiting != nil else { return false }
            if (waiting?.lines.count ?? 0) < limit { waiting?.lines.append(line) } else { waiting?.omitted += 1 }
            return true
        }
    }

    /// Removes and returns the waiting lines.
    static func take() -> [String] {
        waiting.withLock { waiting in
            guard let taken = waiting else { return [] }
            waiting = Waiting()
            return taken.lines + (taken.omitted > 0 ? ["perch: … and \(counted(taken.omitted, "more line"))."] : [])
        }
    }

    /// Writes the waiting lines, and makes further ones be written at once.
    static func end() {
        let rest = take()
        waiting.withLock { $0 = nil }
        rest.forEach(say)
    }
}

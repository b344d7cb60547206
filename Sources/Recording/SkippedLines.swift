/// Skipped lines of a recording: all are counted, the first few are listed.
package struct SkippedLines: Sendable, Hashable {
    /// A line that was skipped.
    package struct Line: Sendable, Hashable {
        /// Number of the line, from 1.
        package let number: Int
        /// Reason for skipping the line.
        package let fault: LineFault
    }

    /// Maximum number of listed lines.
    package static let namedLimit = 20

    /// Number of skipped lines.
    package private(set) var count = 0
    /// The first ``namedLimit`` skipped lines.
    package private(set) var named: [Line] = []

    mutating func add(number: Int, fault: LineFault) {
        count += 1
        if named.count < SkippedLines.namedLimit {
            named.append(Line(number: number, fault: fault))
        }
    }
}

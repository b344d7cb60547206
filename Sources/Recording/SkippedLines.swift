/// The lines of a recording that were passed over: all are counted, the first few are named.
package struct SkippedLines: Sendable, Hashable {
    /// A line that was passed over.
    package struct Line: Sendable, Hashable {
        /// The file's first line is 1.
        package let number: Int
        /// What is wrong with it.
        package let fault: LineFault
    }

    /// How many lines are named.
    package static let namedLimit = 20

    /// How many lines were passed over.
    package private(set) var count = 0
    /// The first ``namedLimit`` of them.
    package private(set) var named: [Line] = []

    mutating func add(number: Int, fault: LineFault) {
        count += 1
        if named.count < SkippedLines.namedLimit {
            named.append(Line(number: number, fault: fault))
        }
    }
}

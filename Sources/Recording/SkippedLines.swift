/// The lines of a recording that were passed over: all are counted, the first few are named.
public struct SkippedLines: Sendable, Hashable {
    /// A line that was passed over.
    public struct Line: Sendable, Hashable {
        /// The file's first line is 1.
        public let number: Int
        /// What is wrong with it.
        public let fault: LineFault
    }

    /// How many lines are named.
    public static let namedLimit = 20

    /// How many lines were passed over.
    public private(set) var count = 0
    /// The first ``namedLimit`` of them.
    public private(set) var named: [Line] = []

    mutating func add(number: Int, fault: LineFault) {
        count += 1
        if named.count < SkippedLines.namedLimit {
            named.append(Line(number: number, fault: fault))
        }
    }
}

/// The rows of a list that could be read, and how many could not.
package struct Rows<Row: Sendable & Hashable>: RandomAccessCollection, Sendable, Hashable {
    private var rows: [Row]
    /// Rows that are not there because something of them is missing that nothing can be done without.
    package private(set) var leftOut: Int
    /// What was missing of the first of these; nil where all could be read.
    package private(set) var reason: PayfritError?

    package init(_ rows: [Row], leftOut: Int = 0, reason: PayfritError? = nil) {
        self.rows = rows
        self.leftOut = leftOut
        self.reason = reason
    }

    package var startIndex: Int { rows.startIndex }
    package var endIndex: Int { rows.endIndex }
    package subscript(position: Int) -> Row { rows[position] }

    /// Appends what another request has brought.
    mutating func append(_ others: Rows) {
        rows += others.rows
        leftOut += others.leftOut
        reason = reason ?? others.reason
    }
}

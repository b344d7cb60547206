/// Rows of a list that could be read, and the number of those that could not.
package struct Rows<Row: Sendable & Hashable>: RandomAccessCollection, Sendable, Hashable {
    private var rows: [Row]
    /// Rows that were left out because a required field is missing.
    package private(set) var leftOut: Int
    /// Error of the first of these rows; nil if all could be read.
    package private(set) var reason: PayfritError?

    package init(_ rows: [Row], leftOut: Int = 0, reason: PayfritError? = nil) {
        self.rows = rows
        self.leftOut = leftOut
        self.reason = reason
    }

    package var startIndex: Int { rows.startIndex }
    package var endIndex: Int { rows.endIndex }
    package subscript(position: Int) -> Row { rows[position] }

    /// Appends the rows of another answer.
    mutating func append(_ others: Rows) {
        rows += others.rows
        leftOut += others.leftOut
        reason = reason ?? others.reason
    }
}

import Failures

/// Rows under a header, laid out for a window. Pure.
///
/// A row that is wider than the window continues in the next line, indented. Cells are never cut,
/// so that a UUID stays whole in any window wide enough for it.
struct TextTable: Sendable {
    /// Header of a column, and the alignment of its cells.
    struct Title: Sendable, ExpressibleByStringLiteral {
        let text: String
        let isRight: Bool

        init(stringLiteral text: String) { self.init(text, isRight: false) }

        init(_ text: String, isRight: Bool) { (self.text, self.isRight) = (text, isRight) }

        static func right(_ text: String) -> Title { Title(text, isRight: true) }
    }

    struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        /// SGR code, such as `32`, for the text before the first blank; nil = the terminal's
        /// default.
        let colour: String?

        init(stringLiteral text: String) { self.init(text) }

        /// - Parameter text: Content of the cell, which is made printable; nil = empty.
        init(_ text: String?, colour: String? = nil) {
            self.text = text.map { printable($0) } ?? ""
            self.colour = colour
        }
    }

    private static let gap = "  "
    private static let indent = "    "

    let titles: [Title]
    private(set) var rows: [Row] = []

    struct Row: Sendable {
        let cells: [Cell]
        /// A line below the row.
        let note: String?
    }

    init(_ titles: Title...) { self.titles = titles }

    /// - Parameters:
    ///   - cells: As many cells as there are titles.
    ///   - note: Further text on the row, which is made printable.
    mutating func add(_ cells: Cell..., note: String? = nil) {
        precondition(cells.count == titles.count, "a row has \(titles.count) cells")
        rows.append(Row(cells: cells, note: note.map { printable($0) }))
    }

    /// Returns the header and below it the rows; nothing where there are no rows. A column that is
    /// empty in every row is left out.
    ///
    /// - Parameter width: Width of the window in columns; nil = no window, so that each row is one
    ///   line.
    func lines(width: Int?) -> [String] {
        let shown = titles.indices.filter { column in rows.contains { !$0.cells[column].text.isEmpty } }
        guard !shown.isEmpty else { return [] }
        let widths = shown.map { column in
            (rows.map { columnCount($0.cells[column].text) } + [columnCount(titles[column].text)]).max() ?? 0
        }
        let layout = Self.layout(widths, width: width)
        let header = Row(cells: titles.map { Cell($0.text) }, note: nil)
        return ([header] + rows).flatMap { row in
            let lines = layout.enumerated().map { place, columns in
                let texts = columns.map { column in
                    padded(row.cells[shown[column]], widths[column], isRight: titles[shown[column]].isRight)
                }
                let line = (place > 0 ? Self.indent : "") + texts.joined(separator: Self.gap)
                return String(line.reversed().drop { $0 == " " }.reversed())
            }
            return lines + (row.note.map { [Self.indent + $0] } ?? [])
        }
    }

    /// Returns the indices of the columns of each line.
    private static func layout(_ widths: [Int], width: Int?) -> [[Int]] {
        guard let width else { return [Array(widths.indices)] }
        var lines: [[Int]] = [[]]
        var used = 0
        for (column, size) in widths.enumerated() {
            if !lines[lines.count - 1].isEmpty, used + gap.count + size > width {
                lines.append([])
                used = indent.count
            }
            used += (lines[lines.count - 1].isEmpty ? 0 : gap.count) + size
            lines[lines.count - 1].append(column)
        }
        return lines
    }

    private func padded(_ cell: Cell, _ width: Int, isRight: Bool) -> String {
        let blanks = String(repeating: " ", count: max(0, width - columnCount(cell.text)))
        let mark = cell.text.prefix { $0 != " " }
        let text = cell.colour.map { "\u{1B}[\($0)m\(mark)\u{1B}[0m\(cell.text.dropFirst(mark.count))" } ?? cell.text
        return isRight ? blanks + text : text + blanks
    }
}

extension VerbOutput {
    /// Writes a table for people; nothing with JSON output.
    func text(_ table: TextTable) async {
        for line in table.lines(width: Terminal()?.size.columns) { await text(line) }
    }
}

import Failures

/// Rows under a header, laid out for a window. Pure.
///
/// A row that is wider than the window goes on in the next line, indented; cells are never cut, and so a UUID stays whole in any
/// window that has room for it.
struct TextTable: Sendable {
    /// What stands above a column, and on which side of it its cells stand.
    struct Title: Sendable, ExpressibleByStringLiteral {
        let text: String
        let isRight: Bool

        init(stringLiteral text: String) { self.init(text, isRight: false) }

        init(_ text: String, isRight: Bool) { (self.text, self.isRight) = (text, isRight) }

        static func right(_ text: String) -> Title { Title(text, isRight: true) }
    }

    struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        /// An SGR code, such as `32`, of what stands before the first blank; nil = as the terminal writes.
        let colour: String?

        init(stringLiteral text: String) { self.init(text) }

        /// - Parameter text: Made printable; nil = empty.
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
    ///   - cells: As many as there are titles.
    ///   - note: What else there is to say of it; made printable.
    mutating func add(_ cells: Cell..., note: String? = nil) {
        precondition(cells.count == titles.count, "a row has \(titles.count) cells")
        rows.append(Row(cells: cells, note: note.map { printable($0) }))
    }

    /// The header, and below it the rows; nothing for no rows. A column that is empty in every row is left out.
    ///
    /// - Parameter width: Of the window, in columns; nil = there is none, and each row is a line.
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

    /// Which columns stand in which line.
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
    /// Writes a table for people; nothing where JSON is wanted.
    func text(_ table: TextTable) async {
        for line in table.lines(width: Terminal()?.size.columns) { await text(line) }
    }
}

import Advertising
import BeaconTracking
import Failures

/// Lays a scan's table out as lines that fit a window. Pure.
struct ScanTableLayout: Sendable {
    var columns: Int
    var rows: Int
    var hasColour: Bool

    /// Optional columns, in the order in which they are dropped in a narrow window.
    private enum Column: CaseIterable {
        case history, bar, address, rate

        var width: Int {
            switch self {
            case .history: ScanTable.memorySeconds
            case .bar: 8
            case .address: 17
            case .rate: 6
            }
        }
    }

    private static let rssiWidth = 4
    private static let ageWidth = 5
    private static let leastIdentityWidth = 24

    /// - Parameters:
    ///   - table: Rows in the order to show.
    ///   - notices: Important notices, one line each.
    func lines(
        _ table: [ScanTable.Row], title: String, notices: [String], at now: Duration
    ) -> [String] {
        var lines = notices.map { paint(fit($0, columns), "7") }
        lines.append(fit(title, columns))
        let shown = shownColumns
        lines.append(paint(header(shown), "1"))
        // One line stays free for the cursor.
        let room = max(0, rows - 1 - lines.count)
        let isCut = table.count > room
        for row in table.prefix(isCut ? max(0, room - 1) : room) { lines.append(line(row, shown, at: now)) }
        if isCut && room > 0 { lines.append(fit("… and \(table.count - (room - 1)) more", columns)) }
        return Array(lines.prefix(max(1, rows - 1)))
    }

    private var shownColumns: Set<Column> {
        var shown = Set(Column.allCases)
        for column in Column.allCases where identityWidth(shown) < ScanTableLayout.leastIdentityWidth {
            shown.remove(column)
        }
        return shown
    }

    private func identityWidth(_ shown: Set<Column>) -> Int {
        let fixed = ScanTableLayout.rssiWidth + ScanTableLayout.ageWidth + 2
        return max(1, columns - fixed - shown.reduce(0) { $0 + $1.width + 1 })
    }

    private func header(_ shown: Set<Column>) -> String {
        var cells = [fit("IDENTITY", identityWidth(shown))]
        if shown.contains(.address) { cells.append(fit("ADDRESS", Column.address.width)) }
        cells.append(right("RSSI", ScanTableLayout.rssiWidth))
        if shown.contains(.bar) { cells.append(fit("", Column.bar.width)) }
        if shown.contains(.history) { cells.append(fit("HISTORY", Column.history.width)) }
        if shown.contains(.rate) { cells.append(right("/S", Column.rate.width)) }
        cells.append(right("AGE", ScanTableLayout.ageWidth))
        return fit(cells.joined(separator: " "), columns)
    }

    private func line(_ row: ScanTable.Row, _ shown: Set<Column>, at now: Duration) -> String {
        let age = now - row.lastHeard
        var cells = [fit(identity(row), identityWidth(shown))]
        if shown.contains(.address) { cells.append(row.address.description) }
        cells.append(right(row.rssiDBm.map(String.init) ?? "?", ScanTableLayout.rssiWidth))
        if shown.contains(.bar) { cells.append(paint(bar(row.rssiDBm), colour(row.rssiDBm))) }
        if shown.contains(.history) { cells.append(history(row, at: now)) }
        if shown.contains(.rate) { cells.append(right(decimal(row.rate(at: now)), Column.rate.width)) }
        cells.append(right("\(max(0, age.components.seconds))s", ScanTableLayout.ageWidth))
        let text = cells.joined(separator: " ")
        // In a window too narrow for the smallest table nothing is coloured, so the line can be
        // cut.
        let least = ScanTableLayout.rssiWidth + ScanTableLayout.ageWidth + 3
        if columns < least { return fit(text, columns) }
        return age > .seconds(10) ? paint(text, "2") : text
    }

    private func identity(_ row: ScanTable.Row) -> String {
        switch row.key {
        case .beacon(let identity):
            let beacon = "\(identity.uuid.description.prefix(8)) \(identity.major)/\(identity.minor)"
            return [beacon, badgeWords(row.badge, identity.uuid), row.name.map(printable)].compactMap { $0 }
                .joined(separator: " ")
        case .address:
            return printable(row.name ?? row.detail ?? "-")
        }
    }

    // MARK: Signal

    private func bar(_ rssiDBm: Int8?) -> String {
        fit(rssiDBm.map { signalBar(Int($0), width: Column.bar.width) } ?? "", Column.bar.width)
    }

    private func colour(_ rssiDBm: Int8?) -> String {
        rssiDBm.map { SignalQuality(rssiDBm: Int($0)).colour } ?? "0"
    }

    private func history(_ row: ScanTable.Row, at now: Duration) -> String {
        let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let newest = now.components.seconds
        let strengths = Dictionary(row.seconds.map { ($0.number, $0.strongestDBm) }) { $1 }
        return String(
            (0..<Int64(ScanTable.memorySeconds)).reversed().map { age in
                guard let heard = strengths[newest - age], let dBm = heard else { return " " as Character }
                return steps[max(0, min(7, (Int(dBm) + 100) * 8 / 70))]
            })
    }

    // MARK: Cells

    private func paint(_ text: String, _ code: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

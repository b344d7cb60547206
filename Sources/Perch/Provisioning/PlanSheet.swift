import Advertising
import CP28
import LineFormats
import Failures
import GatewayModel

/// Makes a plan from a table (CSV) of beacons. Pure.
///
/// An empty name, minor, UUID or major follows from the row above.
struct PlanSheet: Sendable {
    /// Values from the options, for the whole table.
    struct Defaults: Sendable, Hashable {
        var uuid: String?
        var major: Int?
    }

    enum Column: String, CaseIterable {
        case address, name, uuid, major, minor
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
        case addressType = "address_type"
    }

    private(set) var items: [ProvisioningItem] = []
    /// Faults in the order of their lines.
    private(set) var faults: [PlanFault] = []

    private var columns: [Column: Int] = [:]
    private let defaults: Defaults
    private var check: PlanCheck
    private var above = Above()

    /// Values of the row above. A value missing in a row other than the first had a fault, which is
    /// reported only once.
    private struct Above {
        var isFirst = true
        var draft = PlanDraft()
    }

    init(_ bytes: [UInt8], defaults: Defaults = Defaults(), banList: BanList = .bundled) {
        self.defaults = defaults
        check = PlanCheck(unit: "line", banList: banList)
        let table = CSVRecords(bytes)
        faults = table.faults.map { PlanFault(place: $0.line, message: $0.message) }
        defer {
            faults += check.faults
            faults.sort { $0.place < $1.place }
            if !faults.isEmpty { items = [] }
        }
        guard let header = table.records.first else {
            note("there is no header", at: 1)
            return
        }
        // Without a valid header the rows cannot be checked.
        guard let titles = header.fields, readHeader(titles, at: header.line) else { return }
        let rows = table.records.dropFirst()
        if rows.isEmpty { note("there is no row below the header", at: header.line) }
        if rows.count > PlanCheck.itemLimit {
            note(
                "there are more than \(PlanCheck.itemLimit) rows", at: rows[rows.startIndex + PlanCheck.itemLimit].line)
        }
        for row in rows.prefix(PlanCheck.itemLimit) {
            if let fields = row.fields, fields.count == titles.count {
                read(fields, row.line)
            } else {
                if let count = row.fields?.count {
                    note("it has \(counted(count, "field")), the header \(titles.count)", at: row.line)
                }
                above.isFirst = false
                above.draft = PlanDraft()
            }
        }
    }

    // MARK: Header

    private mutating func readHeader(_ titles: [String], at line: Int) -> Bool {
        let before = faults.count
        for (index, title) in titles.enumerated() {
            guard let column = Column(rawValue: title.lowercased()) else {
                let semicolon = title.contains(";") ? "; separate fields with commas" : ""
                note("no column is called \"\(title)\"\(semicolon)", at: line)
                continue
            }
            if columns[column] != nil { note("the column \(column.rawValue) appears twice", at: line) }
            columns[column] = index
        }
        for column in [Column.address, .name, .uuid, .major, .minor] where columns[column] == nil {
            if column == .uuid && defaults.uuid != nil || column == .major && defaults.major != nil { continue }
            let option = column == .uuid || column == .major ? ", and no --\(column.rawValue) was given" : ""
            note("the column \(column.rawValue) is missing\(option)", at: line)
        }
        return faults.count == before
    }

    // MARK: Rows

    private mutating func read(_ fields: [String], _ line: Int) {
        func text(_ column: Column) -> String? {
            columns[column].map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let uuid = text(.uuid) ?? (above.isFirst ? defaults.uuid : above.draft.uuid)
        if uuid == nil && above.isFirst { note("it has no UUID, and there is none above", at: line) }
        let major =
            number(text(.major), .major, line) ?? inherited(text(.major), defaults.major, above.draft.major)
        if major == nil && above.isFirst && text(.major) == nil {
            note("it has no major, and there is none above", at: line)
        }
        if text(.address) == nil { note("it has no address", at: line) }
        let draft = PlanDraft(
            // The address and the UUID are written in their usual form.
            address: text(.address).map { text in BluetoothAddress(text).map { "\($0)" } ?? text },
            addressType: text(.addressType)?.lowercased(), name: text(.name) ?? nextName(line),
            uuid: uuid.map { text in ProximityUUID(text).map { "\($0)" } ?? text }, major: major,
            minor: number(text(.minor), .minor, line) ?? nextMinor(text(.minor), line),
            rssiAt1m: number(text(.rssiAt1m), .rssiAt1m, line),
            intervalMs: number(text(.intervalMs), .intervalMs, line),
            txPower: number(text(.txPower), .txPower, line))
        above = Above(isFirst: false, draft: check.take(draft, at: line))
        if let item = draft.item { items.append(item) }
    }

    private func inherited(_ text: String?, _ option: Int?, _ value: Int?) -> Int? {
        guard text == nil else { return nil }
        return above.isFirst ? option : value
    }

    private mutating func nextMinor(_ text: String?, _ line: Int) -> Int? {
        guard text == nil else { return nil }
        guard let minor = above.draft.minor else {
            if above.isFirst { note("it has no minor, and there is none above", at: line) }
            return nil
        }
        return minor + 1
    }

    private mutating func nextName(_ line: Int) -> String? {
        guard let name = above.draft.name else {
            if above.isFirst { note("it has no name, and there is none above", at: line) }
            return nil
        }
        guard let next = TableName.next(after: name) else {
            note("it has no name, and there is no next name after \"\(name)\"", at: line)
            return nil
        }
        return next
    }

    /// Parses a whole number; nil where there is no text, or where it is no number, which is noted
    /// as a fault.
    private mutating func number(_ text: String?, _ column: Column, _ line: Int) -> Int? {
        guard let text else { return nil }
        // Numbers that a spreadsheet has reformatted, such as 1e3 or 1,201, are not accepted.
        guard let number = Int(text), !text.hasPrefix("+") else {
            note("\"\(text)\" in the column \(column.rawValue) is not a number", at: line)
            return nil
        }
        return number
    }

    private mutating func note(_ message: String, at line: Int) {
        faults.append(PlanFault(place: line, message: message))
    }
}

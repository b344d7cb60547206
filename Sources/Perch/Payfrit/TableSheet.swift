import LineFormats

/// Tables to plan with a backend: their names, and the addresses that are known already. Pure.
struct TableSheet: Sendable {
    struct Row: Sendable, Hashable {
        let name: String
        let address: String?
    }

    private(set) var rows: [Row] = []
    /// Faults in the order of their lines. Where there are any, ``rows`` is empty.
    private(set) var faults: [PlanFault] = []

    init(_ bytes: [UInt8]) {
        let table = CSVRecords(bytes)
        faults = table.faults.map { PlanFault(place: $0.line, message: $0.message) }
        var check = PlanCheck(unit: "line")
        defer {
            faults += check.faults
            faults.sort { $0.place < $1.place }
            if !faults.isEmpty { rows = [] }
        }
        guard let titles = table.records.first?.fields?.map({ $0.lowercased() }) else {
            if faults.isEmpty { note("there is no header", at: 1) }
            return
        }
        for title in titles where !["name", "address"].contains(title) {
            note("no column is called \"\(title)\"; the backend allocates everything but name and address", at: 1)
        }
        guard let name = titles.firstIndex(of: "name") else {
            note("the column name is missing", at: 1)
            return
        }
        let address = titles.firstIndex(of: "address")
        let records = table.records.dropFirst()
        if records.isEmpty { note("there is no row below the header", at: 1) }
        if records.count > PlanCheck.itemLimit { note("there are more than \(PlanCheck.itemLimit) rows", at: 1) }
        for record in records.prefix(PlanCheck.itemLimit) {
            guard let fields = record.fields else { continue }
            guard fields.count == titles.count else {
                note("it has \(fields.count) fields, the header \(titles.count)", at: record.line)
                continue
            }
            let place = address.flatMap { fields[$0].isEmpty ? nil : fields[$0] }
            if fields[name].isEmpty { note("it has no name", at: record.line) }
            check.take(PlanDraft(address: place, name: fields[name]), at: record.line)
            rows.append(Row(name: fields[name], address: place))
        }
    }

    private mutating func note(_ message: String, at line: Int) {
        faults.append(PlanFault(place: line, message: message))
    }
}

import Advertising
import Failures
import GatewayModel
import LineFormats

/// A list of tables and their beacons, to keep or to print. Pure.
struct TableReport: Sendable {
    /// A table of the backend with the run of its beacon, or a beacon that is at no table.
    struct Row: Sendable {
        var table: PayfritTable?
        var run: ProvisioningRun?
        /// The table to which this beacon belonged: the beacon still broadcasts the table's
        /// identity, but the table has another beacon, or none.
        var former: PayfritTable?

        var name: String { table?.name ?? run?.name ?? "" }
        /// Address of the beacon.
        var address: BluetoothAddress? { table.map(\.beaconAddress) ?? run?.seenAddress ?? run?.address }
        /// State of the table, or else of the run; "former" for a beacon that no longer belongs to
        /// its table.
        var state: String { former == nil ? table?.state.rawValue ?? run?.state.rawValue ?? "" : "former" }
        /// Reason for the state.
        var reason: String? {
            former.map { "\($0.name) has \($0.beaconAddress == nil ? "no" : "another") beacon now." } ?? table?.reason
        }
        /// Name of the business, or else its number.
        var business: String? { table.map { $0.businessName ?? "\($0.business)" } }
        var registered: Timestamp? { table?.state == .registered ? table?.registered : nil }
        /// Time when the beacon was heard with its new identity, and its signal in dBm.
        var checked: (at: Timestamp, rssi: Int)? {
            guard let run, run.state == .verified, let rssi = run.seenRSSI else { return nil }
            return (run.updated, rssi)
        }
    }

    /// Rows in the order of the report.
    var rows: [Row]
    /// Time of the report.
    var at: Timestamp

    /// Makes a row for each table, and one for the newest run of each beacon that is at no table,
    /// in natural order of the names: Table 9 before Table 10.
    ///
    /// - Parameters:
    ///   - tables: All tables that were not dropped.
    ///   - runs: All runs, the newest first.
    init(_ tables: [PayfritTable], newestOf runs: [ProvisioningRun], at: Timestamp) {
        let byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ofTables = tables.map { Row(table: $0, run: $0.run.flatMap { byID[$0] }) }
        var seen = Set(ofTables.flatMap { [$0.table?.beaconAddress, $0.run?.address].compactMap(\.self) })
        let byIdentity = Dictionary(tables.map { ($0.identityWords, $0) }, uniquingKeysWith: { _, last in last })
        let others = runs.filter { seen.insert($0.address).inserted }.map { run in
            Row(table: nil, run: run, former: run.state.isWritten ? byIdentity[run.identityWords] : nil)
        }
        rows = (ofTables + others).sorted { left, right in
            let order = (NaturalOrder(left.name), NaturalOrder(right.name))
            return order.0 == order.1 ? (left.address?.value ?? 0) < (right.address?.value ?? 0) : order.0 < order.1
        }
        self.at = at
    }

    // MARK: CSV

    static let csvHeader =
        "name,address,state,registered,signal,checked,business,uuid,major,minor,table,beacon,run,run_state,rssi_at_1m,"
        + "interval_ms,tx_power,attempts,simulated,reason,message,next"

    /// The whole file. Source: RFC 4180.
    var csv: String {
        ([Self.csvHeader] + rows.map(Self.csvRow)).map { $0 + "\r\n" }.joined()
    }

    private static func csvRow(_ row: Row) -> String {
        func number(_ number: (some BinaryInteger)?) -> String { number.map { "\($0)" } ?? "" }
        let (table, run) = (row.table, row.run)
        let what: [String?] = [
            row.name, row.address?.description, row.state, row.registered?.description, number(row.checked?.rssi),
            row.checked?.at.description, row.business, (table?.uuid ?? run?.uuid)?.description,
            number(table?.major ?? run?.major),
            number(table?.minor ?? run?.minor), number(table?.id), number(table?.beacon), number(run?.id),
        ]
        let how: [String?] = [
            run?.state.rawValue, number(run?.rssiAt1m), number(run?.intervalMs), number(run?.txPower),
            number(run?.attempts), run.map { $0.simulated == true ? "yes" : "no" }, run?.reason?.code,
            row.reason ?? run?.reason?.message, run?.reason?.hint,
        ]
        // A negative number, such as a signal, needs no apostrophe although it begins with a minus.
        return (what + how).map { field in
            guard let field else { return "" }
            return Int(field) == nil ? csvField(field) : field
        }.joined(separator: ",")
    }

    /// Returns text as a CSV field. A spreadsheet would read text that begins with one of six
    /// characters as a formula; an apostrophe in front prevents this for names from unknown
    /// sources.
    ///
    /// Source: OWASP, CSV Injection.
    static func csvField(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        // Scalars are compared, since CR LF is one character, which equals neither of the two.
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

import Advertising
import Failures
import GatewayModel
import LineFormats

/// Tables and their beacons as a list to keep or to print. Pure.
struct TableReport: Sendable {
    /// A table of the backend, with the run that gave it its beacon; or a beacon that is at no table.
    struct Row: Sendable {
        var table: PayfritTable?
        var run: ProvisioningRun?
        /// The table whose beacon this was: it still says so on the air, and the table has another one, or none.
        var former: PayfritTable?

        var name: String { table?.name ?? run?.name ?? "" }
        /// Of the beacon.
        var address: BluetoothAddress? { table.map(\.beaconAddress) ?? run?.seenAddress ?? run?.address }
        /// How far the table is, or else the run.
        var state: String { former == nil ? table?.state.rawValue ?? run?.state.rawValue ?? "" : "former" }
        /// Why it stands where it stands.
        var reason: String? {
            former.map { "\($0.name) has \($0.beaconAddress == nil ? "no" : "another") beacon now." } ?? table?.reason
        }
        /// Of the business.
        var business: String? { table.map { $0.businessName ?? "\($0.business)" } }
        var registered: Timestamp? { table?.state == .registered ? table?.registered : nil }
        /// When the beacon was heard as it is to be, and how strongly in dBm.
        var checked: (at: Timestamp, rssi: Int)? {
            guard let run, run.state == .verified, let rssi = run.seenRSSI else { return nil }
            return (run.updated, rssi)
        }
    }

    /// In the order they are to stand in.
    var rows: [Row]
    /// When it was made.
    var at: Timestamp

    /// Every table, and of every beacon that is at none the newest run; by name as people count: Table 9 before Table 10.
    ///
    /// - Parameters:
    ///   - tables: None that was dropped.
    ///   - runs: The newest first.
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
        // A signal is a number, and begins with a minus.
        return (what + how).map { field in
            guard let field else { return "" }
            return Int(field) == nil ? csvField(field) : field
        }.joined(separator: ",")
    }

    /// Text as a field. A spreadsheet takes what begins with one of five characters for a formula, which a name that was
    /// read from somewhere must not become: an apostrophe in front makes it text.
    ///
    /// Source: OWASP, CSV Injection.
    static func csvField(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        // By scalars: CR and LF together are one character, which is neither.
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

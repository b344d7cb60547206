import Advertising
import Failures
import GatewayModel

extension TableReport {
    /// The report as one self-contained page, to view and to print.
    var html: String {
        let simulated =
            rows.contains { $0.run?.simulated == true }
            ? "<p class=\"simulated\">SIMULATED: no radio was used for some of these beacons.</p>\n" : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Tables and their beacons</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>Tables and their beacons</h1>
            <p>\(printableMarkup(at.words)): \(printableMarkup(summary)).</p>
            \(simulated)<table>
            <thead>
            <tr>\(Self.titles.map { "<th>\($0)</th>" }.joined())</tr>
            </thead>
            <tbody>
            \(rows.map(Self.rows).joined(separator: "\n"))
            </tbody>
            </table>
            <p class="legend">✓ heard with its new identity. ! written, but not heard with its new identity. \
            ✗ failed before anything was saved on the beacon. ? unknown whether it was saved. … not finished.</p>
            </body>
            </html>

            """
    }

    private static let style = """
        body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #111; background: #fff; }
        h1 { font-size: 1.4em; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .3em .6em; border-bottom: 1px solid #ccc; vertical-align: top; }
        td.code { font-family: ui-monospace, monospace; white-space: nowrap; }
        td.mark { font-weight: bold; text-align: center; }
        tr.verified td.mark { color: #06732c; }
        tr.written-unverified td.mark { color: #8a5a00; }
        tr.failed td.mark, tr.unknown td.mark { color: #b00020; }
        tr.why td { border-top: 0; padding-top: 0; color: #444; }
        .simulated { border: 2px solid #b00020; padding: .4em; font-weight: bold; }
        .legend { color: #444; font-size: .9em; }
        @media print {
          body { margin: 0; font-size: 10pt; }
          thead { display: table-header-group; }
          tr { break-inside: avoid; }
          @page { margin: 15mm; }
        }
        """

    private static let titles = [
        "", "Name", "Beacon", "State", "Registered", "Signal", "Checked", "Business", "UUID", "Major", "Minor",
    ]

    /// Number of tables and beacons, and of rows by state.
    private var summary: String {
        let states = Dictionary(grouping: rows, by: \.state).mapValues(\.count).sorted { $0.key < $1.key }
        let tables = rows.count { $0.table != nil }
        let parts = [(tables, "table"), (rows.count - tables, "beacon at no table")].filter { $0.0 > 0 }
        let words = parts.map { counted($0.0, $0.1, $0.1 == "table" ? nil : "beacons at no table") }
        return (words + states.map { "\($0.value) \($0.key)" }).joined(separator: ", ")
    }

    private static func rows(_ row: Row) -> String {
        let (table, run) = (row.table, row.run)
        let state = printableMarkup(row.former == nil ? run?.state.rawValue ?? "" : row.state)
        let cells: [(String, String?)] = [
            ("mark", row.former == nil ? run?.state.mark : nil), ("", row.name), ("code", row.address?.description),
            ("", table == nil && row.former == nil ? run?.stateWords : row.state),
            ("", row.registered?.words), ("", row.checked.map { "\($0.rssi) dBm" }), ("", row.checked?.at.words),
            ("", row.business), ("code", (table?.uuid ?? run?.uuid)?.description),
            ("code", (table?.major ?? run?.major).map(String.init)),
            ("code", (table?.minor ?? run?.minor).map(String.init)),
        ]
        let line = cells.map { kind, text in
            "<td\(kind.isEmpty ? "" : " class=\"\(kind)\"")>\(printableMarkup(text ?? ""))</td>"
        }.joined()
        let why = row.reason ?? run?.failure.map { "\($0.message) Next: \($0.hint)" }
        let more = why.map {
            "\n<tr class=\"why \(state)\"><td></td><td colspan=\"\(titles.count - 1)\">\(printableMarkup($0))</td></tr>"
        }
        return "<tr class=\"\(state)\">\(line)</tr>" + (more ?? "")
    }
}

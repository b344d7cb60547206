import Failures
import GatewayModel

extension RunReport {
    /// One page, with everything that it needs in it, to look at and to print.
    var html: String {
        let counts = RunCounts(runs)
        let simulated =
            runs.contains { $0.simulated == true }
            ? "<p class=\"simulated\">SIMULATED: some of this was never on the air.</p>\n" : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Provisioned beacons</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>Provisioned beacons</h1>
            <p>\(Self.escaped(at.words)): \(counted(counts.all, "beacon")), \(Self.escaped(counts.words)).</p>
            \(simulated)<table>
            <thead>
            <tr><th></th><th>Name</th><th>Address</th><th>UUID</th><th>Major</th><th>Minor</th><th>State</th><th>Since</th></tr>
            </thead>
            <tbody>
            \(runs.map(Self.rows).joined(separator: "\n"))
            </tbody>
            </table>
            <p class="legend">✓ verified: heard with its new identity. ! written, and not heard so. ✗ failed before the \
            beacon was told to keep anything. ? nobody knows whether it keeps it. … not at its end.</p>
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

    private static func rows(_ run: ProvisioningRun) -> String {
        let state = escaped(run.state.rawValue)
        let cells = [
            ("mark", run.state.mark), ("", run.name), ("code", run.address), ("code", run.uuid),
            ("code", "\(run.major)"), ("code", "\(run.minor)"), ("", run.stateWords), ("", run.updated.words),
        ].map { $0.0.isEmpty ? "<td>\(escaped($0.1))</td>" : "<td class=\"\($0.0)\">\(escaped($0.1))</td>" }
        let row = "<tr class=\"\(state)\">\(cells.joined())</tr>"
        guard let failure = run.failure else { return row }
        return row + "\n<tr class=\"why \(state)\"><td></td><td colspan=\"7\">\(escaped(failure.message)) "
            + "Next: \(escaped(failure.hint))</td></tr>"
    }

    /// Text as it stands, whatever is in it.
    static func escaped(_ text: String) -> String {
        var shown = ""
        for character in printable(text).unicodeScalars {
            switch character {
            case "&": shown += "&amp;"
            case "<": shown += "&lt;"
            case ">": shown += "&gt;"
            case "\"": shown += "&quot;"
            case "'": shown += "&#39;"
            default: shown.unicodeScalars.append(character)
            }
        }
        return shown
    }
}

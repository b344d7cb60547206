import Failures
import GatewayModel
import JSONLines

/// Runs as a list to keep or to print. Pure.
struct RunReport: Sendable {
    /// In the order they are to stand in.
    var runs: [ProvisioningRun]
    /// When it was made.
    var at: Timestamp

    /// Of each beacon the newest run, by name as people count: Table 9 before Table 10.
    ///
    /// - Parameter runs: The newest first.
    init(newestOf runs: [ProvisioningRun], at: Timestamp) {
        var seen: Set<String> = []
        self.runs = runs.filter { seen.insert($0.address).inserted }.sorted { left, right in
            let order = (NaturalOrder(left.name), NaturalOrder(right.name))
            return order.0 == order.1 ? left.address < right.address : order.0 < order.1
        }
        self.at = at
    }

    // MARK: CSV

    static let csvHeader =
        "run,batch,name,address,state,uuid,major,minor,rssi_at_1m,interval_ms,tx_power,seen_address,seen_rssi,"
        + "attempts,updated,simulated,reason,message,next"

    /// The whole file. Source: RFC 4180.
    var csv: String {
        ([Self.csvHeader] + runs.map(Self.csvRow)).map { $0 + "\r\n" }.joined()
    }

    private static func csvRow(_ run: ProvisioningRun) -> String {
        let texts = [run.name, run.address, run.state.rawValue, run.uuid].map(csvField)
        let numbers = [run.major, run.minor, run.rssiAt1m, run.intervalMs, run.txPower].map(String.init)
        let seen = [csvField(run.seenAddress ?? ""), run.seenRSSI.map(String.init) ?? ""]
        let rest = [
            "\(run.attempts)", run.updated.description, run.simulated == true ? "yes" : "no",
            csvField(run.reason?.code ?? ""), csvField(run.reason?.message ?? ""), csvField(run.reason?.hint ?? ""),
        ]
        return (["\(run.id)", "\(run.batch)"] + texts + numbers + seen + rest).joined(separator: ",")
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

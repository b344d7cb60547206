import Advertising
import Failures
import GatewayClient
import Synchronization

/// Shows a scan's table on the terminal, redrawn in place four times a second.
final class LiveTable: Sendable {
    private let place: String
    private let scan: Scan
    private let output: VerbOutput
    private let table = Mutex(ScanTable())

    init(place: String, scan: Scan, output: VerbOutput) {
        self.place = place
        self.scan = scan
        self.output = output
    }

    /// - Throws: ``Failure`` where a line does not conform to the API.
    func take(_ lines: AdvertLines) throws {
        let now = scan.lasted
        let adverts = try lines.heard()
        table.withLock { for advert in adverts { $0.take(advert, ParsedAdvert(advert.data), at: now) } }
    }

    /// Draws until `body` returns, then once more. The cursor is shown again on every path.
    func run(_ body: () async throws -> Void) async throws {
        try await output.live(lines: lines, while: body)
    }

    private func lines(columns: Int, rows: Int, hasColour: Bool) -> [String] {
        let now = scan.lasted
        let table = table.withLock { $0 }
        let layout = ScanTableLayout(columns: columns, rows: rows, hasColour: hasColour)
        let notices = [
            output.isSimulated ? VerbOutput.simulatedWords : nil,
            scan.counts.isAway ? "A DONGLE DOES NOT ANSWER" : nil,
        ]
        return layout.lines(
            table.sorted(at: now), title: title(table, at: now), notices: notices.compactMap(\.self), at: now)
    }

    private func title(_ table: ScanTable, at now: Duration) -> String {
        let counts = scan.counts
        let more = [
            (counts.lost, "lost"), (counts.missed, "missed"), (counts.malformed, "malformed"),
            (table.forgottenDevices, "devices forgotten"), (table.forgottenAddresses, "addresses forgotten"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        return "\(place)  \(tenths(now)) s, \(table.count) devices, \(counts.received) adverts\(more)  (^C ends)"
    }
}

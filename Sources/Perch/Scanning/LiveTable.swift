import Advertising
import Failures
import GatewayClient
import Synchronization

/// Keeps a scan's table on the terminal, redrawn in place four times a second.
final class LiveTable: Sendable {
    private struct Drawn {
        var lines = 0
        var size: (columns: Int, rows: Int)?
    }

    private let terminal: Terminal
    private let place: String
    private let scan: Scan
    private let output: VerbOutput
    private let table = Mutex(ScanTable())

    init(terminal: Terminal, place: String, scan: Scan, output: VerbOutput) {
        self.terminal = terminal
        self.place = place
        self.scan = scan
        self.output = output
    }

    /// - Throws: ``Failure`` where they are not what a gateway sends.
    func take(_ lines: AdvertLines) throws {
        let now = scan.lasted
        let adverts = try lines.heard()
        table.withLock { for advert in adverts { $0.take(advert, ParsedAdvert(advert.data), at: now) } }
    }

    /// Draws until `body` returns, then once more. The cursor comes back on every path.
    func run(_ body: () async throws -> Void) async throws {
        let show = Array("\u{1B}[?25h".utf8)
        await output.write(Array("\u{1B}[?25l".utf8))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.drawUntilCancelled() }
                defer { group.cancelAll() }
                try await body()
            }
        } catch {
            await output.write(show)
            throw error
        }
        await output.write(show)
    }

    private func drawUntilCancelled() async {
        var drawn = Drawn()
        while !Task.isCancelled {
            await draw(&drawn)
            // Cancelled: the last drawing follows.
            try? await Task.sleep(for: .milliseconds(250))
        }
        await draw(&drawn)
    }

    private func draw(_ drawn: inout Drawn) async {
        let size = terminal.size
        let now = scan.lasted
        let table = table.withLock { $0 }
        let rows = table.sorted(at: now)
        let layout = ScanTableLayout(columns: size.columns, rows: size.rows, hasColour: terminal.hasColour)
        let lines = layout.lines(
            rows, title: title(table, at: now), isSimulated: output.isSimulated, at: now)

        var text = ""
        // After a change of size nobody knows where the old lines are.
        if let old = drawn.size, old != size {
            text += "\u{1B}[H\u{1B}[2J"
        } else if drawn.lines > 0 {
            text += "\u{1B}[\(drawn.lines)A"
        }
        text += "\r" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
        await output.write(Array(text.utf8))
        drawn = Drawn(lines: lines.count, size: size)
    }

    private func title(_ table: ScanTable, at now: Duration) -> String {
        let counts = scan.counts
        let away = counts.isAway ? ", A DONGLE DOES NOT ANSWER" : ""
        let more = [
            (counts.lost, "lost"), (counts.missed, "missed"), (counts.malformed, "malformed"),
            (table.forgottenDevices, "devices forgotten"), (table.forgottenAddresses, "addresses forgotten"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        return "\(place)  \(tenths(now)) s, \(table.count) devices, \(counts.received) adverts\(more)\(away)  (^C ends)"
    }
}

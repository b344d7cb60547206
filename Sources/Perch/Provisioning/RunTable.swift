import Advertising
import Failures
import GatewayModel

/// Lays the runs of a batch out as lines that fit a window. Pure.
struct RunTable: Sendable {
    var columns: Int
    var rows: Int
    var hasColour: Bool

    private static let nameWidth = 20
    private static let addressWidth = 17
    private static let barWidth = 12
    /// Least columns to show address and progress; a narrower window has room only for a run's name
    /// and state.
    private static let narrow = 64

    /// - Parameter isStopping: Whether the runs were asked to end.
    func lines(_ runs: [ProvisioningRun], isSimulated: Bool, isStopping: Bool) -> [String] {
        var lines: [String] = []
        if isSimulated { lines.append(paint(fit(VerbOutput.simulatedWords, columns), "7")) }
        let counts = RunCounts(runs)
        let end = isStopping ? "stopping" : "^C stops"
        lines.append(fit("\(counted(counts.all, "beacon")): \(counts.words)  (\(end))", columns))
        // One line stays free for the cursor.
        let room = max(0, rows - 1 - lines.count)
        let isCut = runs.count > room
        let shown = isCut ? inOrderOfInterest(runs).prefix(max(0, room - 1)) : runs[...]
        for run in shown { lines.append(line(run)) }
        if isCut && room > 0 { lines.append(fit("… and \(runs.count - shown.count) more", columns)) }
        return Array(lines.prefix(max(1, rows - 1)))
    }

    /// Orders active runs first, then failed, then waiting, then verified ones.
    private func inOrderOfInterest(_ runs: [ProvisioningRun]) -> [ProvisioningRun] {
        func rank(_ run: ProvisioningRun) -> Int {
            switch run.state {
            case .connecting, .authenticated, .writing, .saved: 0
            case .failed, .unknown, .writtenUnverified: 1
            case .planned: 2
            case .verified: 3
            }
        }
        return runs.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }

    private func line(_ run: ProvisioningRun) -> String {
        let isNarrow = columns < Self.narrow
        let place = isNarrow ? "" : "\(fit(run.address.description, Self.addressWidth)) \(bar(run)) "
        let name = fit(printable(run.name), isNarrow ? Self.nameWidth / 2 : Self.nameWidth)
        let text = fit("\(run.state.mark) \(name) \(place)\(run.stateWords)", columns)
        return paint(text, run.state.colour)
    }

    private func bar(_ run: ProvisioningRun) -> String {
        let done = run.state == .verified || run.state.isWritten ? run.steps : run.step
        guard run.steps > 0 else { return fit("", Self.barWidth) }
        let eighths = min(max(done, 0), run.steps) * Self.barWidth * 8 / run.steps
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let full = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return full + String(repeating: "·", count: Self.barWidth - full.count)
    }

    private func paint(_ text: String, _ code: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

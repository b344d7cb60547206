import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// Results of a ranging so far: written as lines, or kept for a table.
final class Ranging: Sendable {
    struct Counts: Sendable {
        var ticks = 0
        var missed: UInt64 = 0
        var beacons: Set<String> = []
    }

    private struct State {
        var counts = Counts()
        var newest: RangingLine?
        var regions: [String: RegionLine] = [:]
    }

    /// Most identities that the result counts; further ones are left out.
    private static let countedLimit = 100_000

    private let output: VerbOutput
    /// Whether one region is ranged, from its entry to its exit.
    private let isOfRegion: Bool
    private let state = Mutex(State())

    init(output: VerbOutput, isOfRegion: Bool) {
        self.output = output
        self.isOfRegion = isOfRegion
    }

    var counts: Counts { state.withLock { $0.counts } }

    func take(_ line: RangingStreamLine) async {
        switch line {
        case .start(let start): output.note(start)
        case .tick(let tick):
            state.withLock { state in
                state.counts.ticks += 1
                for beacon in tick.beacons where state.counts.beacons.count < Ranging.countedLimit {
                    state.counts.beacons.insert("\(beacon.uuid)/\(beacon.major)/\(beacon.minor)")
                }
                state.newest = tick
            }
            await output.line("ranging", at: tick.ts) { $0.fields(tick) }
        case .region(let change):
            state.withLock { state in
                state.regions[change.region] = change
                // After the exit, the region's beacons are no longer there.
                if isOfRegion, change.to != .inside { state.newest?.beacons = [] }
            }
            await output.line(change)
        case .missed(let count):
            state.withLock { $0.counts.missed += count }
            say("perch: \(counted(Int(clamping: count), "tick")) came too fast to be shown.")
        case .idle: return
        }
    }

    // MARK: The table

    /// Returns the newest tick as lines that fit a window.
    func lines(columns: Int, rows: Int, place: String, hasColour: Bool) -> [String] {
        let (newest, regions) = state.withLock { ($0.newest, $0.regions) }
        var lines: [String] = []
        if output.isSimulated { lines.append(fit(VerbOutput.simulatedWords, columns)) }
        lines.append(fit("ranging by \(place)\(Ranging.regionWords(regions))", columns))
        if let newest, !newest.listening {
            lines.append(fit("No dongle is scanning: \(newest.message ?? "no dongle can be used").", columns))
        }
        lines.append(
            fit("   UUID                                 MAJOR MINOR PROXIMITY ACCURACY  RSSI  /S NAME", columns))
        let room = max(0, rows - 1 - lines.count)
        let beacons = newest?.beacons ?? []
        for beacon in beacons.prefix(room) { lines.append(Ranging.row(beacon, columns, hasColour)) }
        if newest == nil { lines.append(fit("Waiting for the first tick.", columns)) }
        return Array(lines.prefix(max(1, rows - 1)))
    }

    private static func regionWords(_ regions: [String: RegionLine]) -> String {
        guard !regions.isEmpty else { return "" }
        let inside = regions.values.filter { $0.to == .inside }.map { printable($0.region) }.sorted()
        return inside.isEmpty ? "; inside no region" : "; inside \(inside.joined(separator: ", "))"
    }

    private static func row(_ beacon: BeaconRange, _ columns: Int, _ hasColour: Bool) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let cells = [
            fit(beacon.simulated == true ? "S" : "", 2), "\(beacon.uuid)", right("\(beacon.major)", 5),
            right("\(beacon.minor)", 5), fit(beacon.proximity.rawValue, 9),
            right(beacon.accuracyWords, 8), right(beacon.rssi.map(String.init) ?? "-", 5),
            right(oneDecimal(beacon.rate), 4),
            [beacon.badgeWords, beacon.alias.map(printable)].compactMap { $0 }.joined(separator: " "),
        ]
        let text = fit(cells.joined(separator: " "), columns)
        guard hasColour else { return text }
        let colour =
            switch beacon.proximity {
            case .immediate: "32"
            case .near: "33"
            case .far: "31"
            default: "2"
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}

extension JSONWriter {
    mutating func fields(_ counts: Ranging.Counts) {
        field("ticks", counts.ticks)
        field("beacons", counts.beacons.count)
        field("missed", counts.missed)
    }
}

import Advertising
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// Results of a watch for detections so far: written as lines, or kept for a table.
final class DetectionWatch: Sendable {
    struct Counts: Sendable {
        var devices = 0
        var changes = 0
        var missed: UInt64 = 0
        /// Devices by tier: high, medium, low.
        var tiers = [0, 0, 0]
    }

    private struct State {
        var rows: [String: DetectionDescription] = [:]
        var changes = 0
        var missed: UInt64 = 0
        var newest: Timestamp?
    }

    /// Most devices that are kept: as many as a gateway keeps.
    private static let rowLimit = 10_000
    private static let tierNames: [DetectionTier] = [.high, .medium, .low]

    private let output: VerbOutput
    private let state = Mutex(State())

    init(output: VerbOutput) {
        self.output = output
    }

    var counts: Counts {
        state.withLock { state in
            let tiers = Self.tierNames.map { tier in state.rows.values.count { $0.tier == tier } }
            return Counts(devices: state.rows.count, changes: state.changes, missed: state.missed, tiers: tiers)
        }
    }

    func take(_ line: DetectionStreamLine) async {
        switch line {
        case .start(let start): output.note(start)
        case .device(let device):
            state.withLock { state in
                state.changes += 1
                if state.rows[device.key] != nil || state.rows.count < Self.rowLimit { state.rows[device.key] = device }
                state.newest = device.lastSeen
            }
            await output.line("detection", at: device.lastSeen) {
                $0.fields(device, isSimulatedBefore: output.isSimulated)
            }
        case .missed(let count):
            state.withLock { $0.missed += count }
            say("perch: \(counted(Int(clamping: count), "change")) came too fast to be shown.")
        case .idle: return
        }
    }

    // MARK: The table

    func lines(columns: Int, rows: Int, place: String, hasColour: Bool) -> [String] {
        let state = state.withLock { $0 }
        let now = Timestamp.now
        var lines = output.isSimulated ? [fit(VerbOutput.simulatedWords, columns)] : []
        let tiers = counts.tiers
        let sums = "\(tiers[0]) high, \(tiers[1]) medium, \(tiers[2]) low"
        lines.append(fit("\(counted(state.rows.count, "device")) by \(place): \(sums)  (^C ends)", columns))
        lines.append(fit("    SURE TYPE           ADDRESS           RSSI          SEEN  AGE NAME, HOW", columns))
        let room = max(0, rows - 2 - lines.count)
        let sorted = state.rows.values.sorted(by: Self.isBefore)
        for var device in sorted.prefix(room) {
            // The first line says SIMULATED already, and the word would leave little room for a
            // name.
            if output.isSimulated { device.simulated = nil }
            lines.append(Self.row(device, now, columns, hasColour))
        }
        if sorted.count > room { lines.append(fit("… and \(sorted.count - room) more", columns)) }
        if sorted.isEmpty { lines.append(fit("Nothing found yet.", columns)) }
        return Array(lines.prefix(max(1, rows - 1)))
    }

    /// Orders by confidence, highest first, then by signal, strongest first.
    private static func isBefore(_ left: DetectionDescription, _ right: DetectionDescription) -> Bool {
        if left.confidence != right.confidence { return left.confidence > right.confidence }
        let (near, far) = (left.rssi ?? -128, right.rssi ?? -128)
        return near != far ? near > far : left.key < right.key
    }

    private static func row(
        _ device: DetectionDescription, _ now: Timestamp, _ columns: Int, _ hasColour: Bool
    ) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let age = max(0, now.microsecondsSince1970 - device.lastSeen.microsecondsSince1970) / 1_000_000
        let cells = [
            device.tierMark, right("\(device.confidence)%", 4),
            fit(printable(device.deviceTypes.first ?? ""), 14), fit(device.address?.description ?? "-", 17),
            right(device.rssi.map(String.init) ?? "-", 4), fit(device.rssi.map { signalBar($0, width: 6) } ?? "", 6),
            right("\(device.count)", 6), right("\(age)s", 4), device.nameAndMethods,
        ]
        let text = fit(cells.joined(separator: " "), columns)
        guard hasColour else { return text }
        let colour = ["high": "31", "medium": "33"][device.tier] ?? "2"
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}

extension DetectionDescription {
    /// The tier as one to three filled triangles.
    var tierMark: String {
        switch tier {
        case .high: "▲▲▲"
        case .medium: "▲▲△"
        default: "▲△△"
        }
    }

    /// Name and detection methods, and whether the device is muted or simulated.
    var nameAndMethods: String {
        let name = name.map { printable($0) + "  " } ?? ""
        let marks = (muted ? "  muted" : "") + (simulated == true ? "  SIMULATED" : "")
        return name + methods.map(\.rawValue).joined(separator: ", ") + marks
    }
}

extension JSONWriter {
    mutating func fields(_ counts: DetectionWatch.Counts) {
        field("devices", counts.devices)
        field("high", counts.tiers[0])
        field("medium", counts.tiers[1])
        field("low", counts.tiers[2])
        field("changes", counts.changes)
        field("missed", counts.missed)
    }

    /// - Parameter isSimulatedBefore: Whether each line has the field `simulated` anyway; an object
    ///   must not have a key twice.
    mutating func fields(_ device: DetectionDescription, isSimulatedBefore: Bool) {
        var device = device
        if isSimulatedBefore { device.simulated = nil }
        fields(device)
    }
}

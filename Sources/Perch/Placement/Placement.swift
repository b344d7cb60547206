import Advertising
import BeaconTracking
import Failures
import Foundation
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// A placement check in progress: takes ticks, and shows the result of each.
final class Placement: Sendable {
    /// Present or final state of the check.
    struct Outcome: Sendable {
        var isDetected = false
        var averageDBm: Int?
        var ticks = 0
        var best = 0
        /// Whether the beacon was heard at all, strong enough or not.
        var isHeard = false
        /// How far away it probably is, by the last tick that heard it.
        var distance: PlacementDistance?
        /// Address from which the beacon was heard last.
        var address: BluetoothAddress?
    }

    private struct State {
        var check: PlacementCheck
        var outcome = Outcome()
        var isSearching = false
    }

    private let beacon: String
    /// The table to which the beacon belongs, if one was named.
    private let table: PayfritTable?
    private let hasColour: Bool
    private let output: VerbOutput
    private let state: Mutex<State>
    private let radio = Mutex(RadioWatch())

    init(check: PlacementCheck, beacon: String, table: PayfritTable? = nil, hasColour: Bool, output: VerbOutput) {
        self.beacon = beacon
        self.table = table
        self.hasColour = hasColour
        self.output = output
        state = Mutex(State(check: check))
    }

    var outcome: Outcome { state.withLock { $0.outcome } }

    var notDetected: Failure {
        let best = outcome.best
        return Failure(
            code: "not-placed",
            message: "The beacon \(beacon) " + (outcome.isHeard ? weak(best) : "was not heard."),
            hint: "Move the beacon, or go nearer, and try again; `perch range` lists the beacons heard.",
            isRetryable: true,
            exit: .temporary)
    }

    /// Remark that the beacon heard is not the one that the table has; nil otherwise.
    var remark: String? {
        guard let table, let own = table.beaconAddress, let heard = outcome.address, heard != own else { return nil }
        return printable(
            "Heard from \(heard), but \(table.name) has beacon \(own): another beacon has the same identity.")
    }

    private func weak(_ best: Int) -> String {
        best == 0
            ? "was never strong enough."
            : "was not strong enough for long: \(counted(best, "sample")) in a row at best."
    }

    /// Processes a line of the stream. Returns whether the beacon is detected.
    ///
    /// - Throws: ``Failure`` when no dongle listens any more.
    func take(_ line: RangingStreamLine) async throws -> Bool {
        switch line {
        case .start(let start):
            output.note(start)
            await output.text("Scanning for \(beacon)...")
        case .tick(let tick):
            try radio.withLock { try $0.take(tick) }
            let heard = tick.beacons.first { $0.rssi != nil }
            let address = heard?.address
            let rssi = tick.beacons.compactMap(\.rssi).max().map { Int(Int8(clamping: $0)) }
            let (verdict, wasSearching) = state.withLock { state in
                state.outcome.ticks += 1
                if rssi != nil { state.outcome.isHeard = true }
                state.outcome.distance =
                    heard.flatMap { PlacementDistance(accuracyM: $0.accuracy) }
                    ?? state.outcome.distance
                state.outcome.address = address ?? state.outcome.address
                let wasSearching = state.isSearching
                let verdict = state.check.take(rssi)
                state.isSearching = verdict == .searching
                switch verdict {
                case .counted(_, let samples): state.outcome.best = max(state.outcome.best, samples)
                case .detected(let average):
                    state.outcome.isDetected = true
                    state.outcome.averageDBm = average
                case .waiting, .searching, .tooWeak: break
                }
                return (verdict, wasSearching)
            }
            await output.line("sample", at: tick.ts) { $0.fields(verdict) }
            if verdict != .searching || !wasSearching { await output.text(words(verdict)) }
            if case .detected = verdict {
                if let distance = outcome.distance { await output.text(distance.sentence) }
                if let remark { await output.text(remark) }
                return true
            }
        case .region, .missed, .idle: break
        }
        return false
    }

    private func words(_ verdict: PlacementCheck.Verdict) -> String {
        let wanted = state.withLock { $0.check.samplesWanted }
        switch verdict {
        case .waiting(let samples): return "   not heard   \(samples)/\(wanted)"
        case .searching: return "Searching for beacon signal..."
        case .counted(let rssi, let samples): return "\(bar(rssi))  \(samples)/\(wanted)"
        case .tooWeak(let rssi): return "\(bar(rssi))  0/\(wanted)  too weak"
        case .detected(let average): return "Beacon Detected! (avg \(average) dBm)"
        }
    }

    private func bar(_ rssi: Int) -> String {
        let bar = fit(signalBar(rssi, width: 20), 20)
        let painted = hasColour ? "\u{1B}[\(SignalQuality(rssiDBm: rssi).colour)m\(bar)\u{1B}[0m" : bar
        return "\(painted) \(rssi) dBm \(SignalQuality(rssiDBm: rssi).rawValue)"
    }
}

extension PlacementDistance {
    /// Such as "Near: 1.2 m away, between 0.6 m and 2.4 m." or the remark on one that is probably too
    /// far.
    var sentence: String {
        let spread = "between \(oneDecimal(leastM)) m and \(oneDecimal(mostM)) m"
        guard isDoubtful else {
            return "\(proximity.rawValue.capitalized): \(oneDecimal(estimateM)) m away, \(spread)."
        }
        return "Heard well, but probably \(oneDecimal(estimateM)) m away, \(spread)."
    }
}

extension JSONWriter {
    mutating func fields(_ outcome: Placement.Outcome) {
        field("detected", outcome.isDetected)
        if let average = outcome.averageDBm { field("average_rssi", average) }
        field("ticks", outcome.ticks)
        guard outcome.isDetected, let distance = outcome.distance else { return }
        field("proximity", distance.proximity.rawValue)
        field("distance_m", distance.estimateM, decimals: 1)
        field("least_m", distance.leastM, decimals: 1)
        field("most_m", distance.mostM, decimals: 1)
        field("doubtful", distance.isDoubtful)
    }

    fileprivate mutating func fields(_ verdict: PlacementCheck.Verdict) {
        switch verdict {
        case .waiting(let samples):
            field("verdict", "waiting")
            field("samples", samples)
        case .searching:
            field("verdict", "searching")
            field("samples", 0)
        case .counted(let rssi, let samples):
            field("verdict", "counted")
            field("rssi", rssi)
            field("quality", SignalQuality(rssiDBm: rssi).rawValue)
            field("samples", samples)
        case .tooWeak(let rssi):
            field("verdict", "too-weak")
            field("rssi", rssi)
            field("quality", SignalQuality(rssiDBm: rssi).rawValue)
            field("samples", 0)
        case .detected(let average):
            field("verdict", "detected")
            field("average_rssi", average)
        }
    }
}

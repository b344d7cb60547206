import Failures
import FlockFinder
import GatewayModel
import LineFormats

/// Result of sending one config and reading it back. Pure.
struct RoundtripResult: Sendable, Hashable {
    /// Number of the config, from 1.
    let number: Int
    let kind: RoundtripCase.Kind
    let hasPassed: Bool
    /// Whether the connection failed, so that the firmware was not tested.
    let isUntested: Bool
    /// Why the config did not come back unchanged; nil = it did.
    let note: String?
    /// Differences between the config sent and the config read back.
    let differences: [String]
    let bytes: Int
    let figures: ConfigFigures

    private static let differenceLimit = 10

    init(number: Int, case sent: RoundtripCase, report: ConfigReport) {
        self.number = number
        kind = sent.kind
        figures = report.figures
        bytes = report.figures.bytes ?? report.wanted?.utf8.count ?? 0
        let words = report.differences.map(\.words)
        differences =
            words.prefix(Self.differenceLimit)
            + (words.count > Self.differenceLimit ? ["and \(words.count - Self.differenceLimit) more"] : [])
        (hasPassed, note) = Self.verdict(sent.demand, report)
        isUntested =
            [nil, .unknown].contains(report.outcome)
            && report.failure.map { !Self.ofDevice.contains($0.code) } ?? false
    }

    /// Codes of failures that the device itself caused, even though it is unknown what it holds.
    private static let ofDevice: Set = [
        "device-silent", "config-cut", "config-unreadable", "config-unsteady", "newer-config-version",
        "config-too-large",
    ]

    private static func verdict(_ demand: RoundtripCase.Demand, _ report: ConfigReport) -> (Bool, String?) {
        let failure = report.failure.map { printable($0.message) }
        switch report.outcome {
        case .applied: return (failure == nil, failure)
        case .notApplied:
            let hasSaidSo = report.replies.last.map { !$0.success } ?? false
            guard hasSaidSo else { return (false, failure ?? "The device holds its previous config.") }
            let words = printable(report.replies.last?.message ?? "")
            return (demand != .held, "refused: \(words)")
        case .partiallyApplied:
            let isLimited =
                !report.differences.isEmpty
                && report.differences.allSatisfy { $0.what == .missing && $0.cause == .limit }
            guard demand == .heldOrLimited, isLimited else {
                return (false, failure ?? "The device holds only part of the config.")
            }
            return (true, "\(counted(report.differences.count, "entry", "entries")) over the limit dropped")
        default: return (false, failure ?? "The device's config is unknown.")
        }
    }

    /// Number and kind, for JUnit and for lines.
    var name: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + " " + kind.rawValue
    }

    /// Time for sending and reading back, in milliseconds.
    var milliseconds: Int { (figures.writeMs ?? 0) + (figures.verifyMs ?? 0) }

    /// Lines for people: one for the result, then the differences where it failed.
    var lines: [String] {
        var parts = ["\(hasPassed ? "✓" : isUntested ? "·" : "✗") \(name)", "\(bytes) bytes"]
        if let writes = figures.writes { parts.append(counted(writes, "write")) }
        if let write = figures.writeMs { parts.append("sent in \(oneDecimal(Double(write) / 1000)) s") }
        if let verify = figures.verifyMs { parts.append("read in \(oneDecimal(Double(verify) / 1000)) s") }
        if let note { parts.append(note) }
        return [parts.joined(separator: "  ")] + (hasPassed ? [] : differences.map { "      ≠ \($0)" })
    }
}

extension JSONWriter {
    mutating func fields(_ result: RoundtripResult) {
        field("number", result.number)
        field("kind", result.kind.rawValue)
        field("passed", result.hasPassed)
        field("tested", !result.isUntested)
        field("bytes", result.bytes)
        field("note", result.note)
        if let writes = result.figures.writes { field("writes", writes) }
        if let write = result.figures.writeMs { field("write_ms", write) }
        if let verify = result.figures.verifyMs { field("verify_ms", verify) }
        array("differences") { writer in
            if !result.hasPassed { result.differences.forEach { writer.element($0) } }
        }
    }
}

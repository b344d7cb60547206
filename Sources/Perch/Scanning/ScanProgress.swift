import Failures
import GatewayClient
import GatewayModel

/// Progress of a stream of adverts. Pure.
struct ScanProgress: Sendable {
    private(set) var counts = ScanCounts()
    /// Whether the scan uses only one dongle, so that its failure is that of the scan.
    var isAlone = true

    private var away: Set<String> = []
    /// The last message about each dongle whose radio fails, so that a radio that fails again for the
    /// same reason is reported once.
    private var failures: [String: String] = [:]

    /// Counts the content of an update.
    ///
    /// - Returns: A line to show to people, or nil.
    /// - Throws: ``Failure`` when the only dongle's radio failed.
    mutating func take(_ update: AdvertStream.Update) throws -> String? {
        switch update {
        case .start, .idle:
            return nil
        case .adverts(let lines):
            counts.received += UInt64(lines.count)
            return nil
        case .lost(let line):
            counts.lost += line.count
            return nil
        case .missed(let line):
            counts.missed += line.count
            return nil
        case .interrupted(let line):
            counts.interruptions += 1
            away.insert(line.dongle)
            counts.isAway = true
            return "perch: \(subject(line))\(printable(line.message)) Waiting for it."
        case .restored(let line):
            away.remove(line.dongle)
            failures[line.dongle] = nil
            counts.isAway = !away.isEmpty
            return "perch: \(subject(line))The dongle is back; the scan goes on."
        case .failed(let line):
            if isAlone, let problem = line.error { throw Failure(problem) }
            let said = "perch: \(subject(line))\(printable(line.error?.detail ?? line.message))"
            defer { failures[line.dongle] = said }
            return failures[line.dongle] == said ? nil : said
        case .end(let end):
            counts.finish(end)
            return nil
        }
    }

    private func subject(_ line: LinkLine) -> String {
        isAlone ? "" : "\(printable(line.dongle)): "
    }
}

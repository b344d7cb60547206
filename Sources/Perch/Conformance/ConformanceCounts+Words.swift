import Conformance
import DongleProtocol
import Failures
import LineFormats

extension ConformanceCounts {
    /// The counts in words.
    var words: String { "\(passed) passed, \(failed) failed, \(notProven) not proven, \(skipped) skipped" }
}

extension ConformanceTarget.Identity {
    /// Name and version of the firmware, as it reports them.
    var words: String {
        let words = [info?.firmware, info?.version].compactMap { $0 }.filter { !$0.isEmpty }
        return words.isEmpty ? "unknown firmware" : printable(words.joined(separator: " "))
    }
}

extension JSONWriter {
    /// Writes the fields of the result line.
    mutating func fields(
        _ counts: ConformanceCounts, _ found: ConformanceTarget.Identity, port: String, lasted: Duration
    ) {
        field("passed", counts.passed)
        field("failed", counts.failed)
        field("not_proven", counts.notProven)
        field("skipped", counts.skipped)
        field("port", port)
        field("device_id", found.reply?.deviceID.text)
        field("firmware", found.info?.firmware)
        field("version", found.info?.version)
        field("hardware", found.info?.hardware)
        field("duration_s", thousandths: lasted / .seconds(1))
    }

    /// Writes the fields of the failed check to start with.
    mutating func fields(_ cause: LikelyCause) {
        field("id", cause.check)
        array("alike") { for id in cause.alike { $0.element(id) } }
        array("dependent") { for id in cause.dependent { $0.element(id) } }
    }
}

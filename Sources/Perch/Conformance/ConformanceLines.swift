import Conformance
import LineFormats

/// Writes a run's checks, one after the other.
struct ConformanceLines {
    private let output: VerbOutput
    private var heading = ""
    private(set) var counts = ConformanceCounts()

    init(output: VerbOutput) { self.output = output }

    mutating func write(_ report: CheckReport) async {
        counts.add(report.verdict)
        let next = report.check.isThroughout ? "Throughout the run" : SpecSection.heading(report.check.section)
        if next != heading {
            if !heading.isEmpty { await output.text("") }
            heading = next
            await output.text(next)
        }
        for line in prose(report) { await output.text(line) }
        await output.line("conformance-check") { $0.fields(report) }
    }

    private func prose(_ report: CheckReport) -> [String] {
        let section = report.check.section.padded(to: 6)
        let id = report.check.id
        switch report.verdict {
        case .passed: return ["  passed   \(section)\(id)"]
        case .skipped(let reason): return ["  skipped  \(section)\(id.padded(to: 36)) \(reason)"]
        case .notProven(let reason): return ["  unproven \(section)\(id.padded(to: 36)) \(reason)"]
        case .failed(let finding):
            return [
                "  FAILED   \(section)\(id)", "           \(report.check.summary)",
                "           expected  \(finding.expected)", "           got       \(finding.got)",
            ]
                + report.check.quotes.lines(for: finding).map { "           \($0)" }
                + finding.lines.map { "             \($0)" }
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension JSONWriter {
    /// Writes the fields of a check's line.
    mutating func fields(_ report: CheckReport) {
        field("id", report.check.id)
        field("section", report.check.section)
        field("summary", report.check.summary)
        switch report.verdict {
        case .passed: field("verdict", "passed")
        case .skipped(let reason):
            field("verdict", "skipped")
            field("reason", reason)
        case .notProven(let reason):
            field("verdict", "not_proven")
            field("reason", reason)
        case .failed(let finding):
            field("verdict", "failed")
            field("expected", finding.expected)
            field("got", finding.got)
            array("frames") { for frame in finding.frames { $0.element { $0.fields(frame) } } }
            field("frames_left_out", finding.framesLeftOut)
        }
        let quotes = report.check.quotes
        array("requirements") { for number in quotes.requirements { $0.element(number) } }
        if case .failed(let finding) = report.verdict {
            array("quotes") {
                for quote in quotes.quotes(for: finding) {
                    $0.element {
                        $0.field("section", quote.section)
                        $0.field("text", quote.text)
                    }
                }
            }
        }
        field("duration_s", thousandths: report.lasted / .seconds(1))
    }
}

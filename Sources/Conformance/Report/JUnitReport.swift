import LineFormats

/// A run as JUnit XML: one suite, one case for each check, with the section of SPEC.md as its
/// class.
package enum JUnitReport {
    /// Returns the text of the file.
    ///
    /// - Parameter name: Name of the suite, such as the firmware's.
    package static func xml(_ reports: [CheckReport], name: String) -> String {
        var counts = ConformanceCounts()
        for report in reports { counts.add(report.verdict) }
        let lasted = reports.reduce(Duration.zero) { $0 + $1.lasted }
        let cases = reports.map(element).joined()
        let cause = LikelyCause(reports).map { "<system-out>\(markup($0.words))</system-out>\n" } ?? ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="\(markup(name))" tests="\(reports.count)" failures="\(counts.failed)" errors="0" \
            skipped="\(counts.skipped + counts.notProven)" time="\(seconds(lasted))">
            \(cases)\(cause)</testsuite>
            </testsuites>

            """
    }

    private static func element(_ report: CheckReport) -> String {
        let head =
            "<testcase classname=\"SPEC \(markup(SpecSection.heading(report.check.section)))\" "
            + "name=\"\(markup(report.check.id))\" time=\"\(seconds(report.lasted))\""
        switch report.verdict {
        case .passed: return head + "/>\n"
        case .skipped(let reason): return head + "><skipped message=\"\(markup(reason))\"/></testcase>\n"
        // JUnit has no verdict of its own for it.
        case .notProven(let reason):
            return head + "><skipped message=\"not proven: \(markup(reason))\"/></testcase>\n"
        case .failed(let finding):
            let message = "\(report.check.section): expected \(finding.expected), got \(finding.got)"
            let text = ([report.check.summary] + report.check.quotes.lines(for: finding) + finding.lines)
                .map(markup).joined(separator: "\n")
            return head + "><failure message=\"\(markup(message))\">\(text)</failure></testcase>\n"
        }
    }

    /// Seconds with three decimals, as JUnit requires.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int(duration / .milliseconds(1))
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

import Failures
import GatewayModel
import LineFormats

/// All results of a roundtrip. Pure.
struct RoundtripReport: Sendable {
    let device: String
    let seed: UInt64
    var results: [RoundtripResult] = []

    var failed: Int { results.count { !$0.hasPassed && !$0.isUntested } }
    var untested: Int { results.count(where: \.isUntested) }

    /// The last line for people.
    var summary: String {
        let passed = results.count - failed - untested
        var parts = ["\(counted(results.count, "config")): \(passed) passed, \(failed) failed"]
        if untested > 0 { parts.append("\(untested) could not be tested") }
        let speeds = results.compactMap { result in
            result.figures.writeMs.flatMap { $0 > 0 ? result.bytes * 1000 / $0 : nil }
        }.sorted()
        if !speeds.isEmpty { parts.append("\(speeds[speeds.count / 2]) bytes/s (median)") }
        return parts.joined(separator: ", ") + "."
    }

    /// A report in the format of JUnit, which build servers read.
    var junit: String {
        let cases = results.map { result in
            let head =
                "    <testcase classname=\"\(markup(device))\" name=\"\(markup(result.name))\" "
                + "time=\"\(Self.seconds(result.milliseconds))\""
            guard !result.hasPassed else { return head + "/>" }
            let text = markup(result.differences.joined(separator: "\n"))
            let what = result.isUntested ? "error" : "failure"
            return head
                + ">\n      <\(what) message=\"\(markup(result.note ?? "The config differs."))\">\(text)</\(what)>\n"
                + "    </testcase>"
        }
        let time = Self.seconds(results.reduce(0) { $0 + $1.milliseconds })
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="perch config roundtrip, seed \(seed)" tests="\(results.count)" failures="\(failed)" \
            errors="\(untested)" time="\(time)">
            \(cases.joined(separator: "\n"))
              </testsuite>
            </testsuites>

            """
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

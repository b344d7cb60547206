import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle list`: lists the dongles in use and those known from earlier.
struct DongleListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the dongles in use and those known from earlier.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let dongles = try await client.dongles().dongles
        output.setResult { $0.field("count", dongles.count) }
        for dongle in dongles {
            try await output.line("dongle-status", of: dongle)
            for line in dongle.prose { await output.text(line) }
        }
        if dongles.isEmpty { await output.text("No dongle is known.") }
    }
}

extension DongleStatus {
    /// Whether the dongle answers, but its radio cannot be used.
    var hasNoController: Bool { state.isConnected && lastError?.code == "radio-failed" }

    /// Lines of the text output.
    var prose: [String] {
        let name = alias.map { "\($0)  " } ?? ""
        let radio = hasNoController ? ", no controller" : ""
        let mark = simulated ? "  SIMULATED" : ""
        let next = retryInMs.map { ", next attempt in \(tenths(.milliseconds($0))) s" } ?? ""
        var lines = [
            "\(name)\(port)  \(state.word)\(radio)\(next)\(scanning ? ", scanning" : "")\(mark)",
            "    id       \(id ?? "not known yet")\(firmware.map { ", \($0)" } ?? "")",
        ]
        if let link { lines += link.prose.map { "    " + $0 } }
        if outages > 0 { lines.append("    outages  \(outages)") }
        if let lastError { lines += lastError.prose(after: "    error    ") }
        return lines.map(printable)
    }
}

extension LinkQuality {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        let trip = roundTripMs.map {
            "\(tenths(.microseconds(Int64($0 * 1000)), of: .milliseconds(1))) ms there and back, "
        }
        return [
            "link     \(trip ?? "")\(framesReceived) frames received, \(framesSent) sent, \(framesRejected) rejected, "
                + "\(retransmissions) sent again, \(counted(sessions, "session"))",
            "adverts  \(adverts), \(advertsLost) lost, \(advertsMissed) missed",
        ]
    }

    /// Returns the duration in units of `unit`, with one decimal.
    private func tenths(_ duration: Duration, of unit: Duration) -> String {
        let tenths = Int64((duration / unit * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension ErrorReport {
    /// Returns lines of the text output; the first begins with `word`, the next is indented below.
    func prose(after word: String) -> [String] {
        ["\(word)\(at.words): \(message)", String(repeating: " ", count: word.count) + "Next: \(hint)"]
    }
}

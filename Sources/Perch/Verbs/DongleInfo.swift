import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle info`: shows a dongle's firmware, abilities and counters.
struct DongleInfo: Verb {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what the dongle is, can do, and has counted.")

    @OptionGroup var frame: DongleFrame

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let dongle = try await lease.oneDongle(output)
        let details = try await lease.client.dongleInfo(dongle.name)
        await output.line("dongle") { $0.fields(details) }
        for line in details.prose { await output.text(printable(line)) }
    }
}

extension DongleDetails {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        [
            "port       \(port)",
            "device     \(id)\(alias.map { ", named \($0)" } ?? "")",
            "firmware   \(firmware) \(version) (\(build))",
            "hardware   \(hardware)",
            "protocol   \(protocolVersion)",
            "up for     \(uptimeMs / 1000) s, started by: \(resetReason)",
            "can        \(features.joined(separator: ", "))",
            "slots      \(connections) of \(slots) in use, ATT MTU up to \(largestMTU)",
            "payload    \(largestPayloadToDongle) bytes to the dongle, \(largestPayloadToHost) from it, "
                + "\(maxInflight) requests at once",
            "config     up to \(largestConfig) bytes",
            "frames     \(counters.framesReceived) received, \(counters.framesSent) sent, "
                + "\(counters.framesRejected) rejected",
            "adverts    \(counters.advertsDropped) dropped, \(counters.advertsCoalesced) merged",
        ]
    }
}

extension JSONWriter {
    fileprivate mutating func fields(_ details: DongleDetails) {
        field("port", details.port)
        field("device_id", details.id)
        field("alias", details.alias)
        field("firmware", details.firmware)
        field("version", details.version)
        field("build", details.build)
        field("hardware", details.hardware)
        field("protocol", details.protocolVersion)
        field("uptime_ms", details.uptimeMs)
        field("reset_reason", details.resetReason)
        array("features") { for word in details.features { $0.element(word) } }
        field("slots", details.slots)
        field("connections", details.connections)
        field("largest_mtu", details.largestMTU)
        field("largest_config", details.largestConfig)
        object("counters") {
            $0.field("frames_received", details.counters.framesReceived)
            $0.field("frames_sent", details.counters.framesSent)
            $0.field("frames_rejected", details.counters.framesRejected)
            $0.field("adverts_dropped", details.counters.advertsDropped)
            $0.field("adverts_coalesced", details.counters.advertsCoalesced)
            $0.field("log_lines_dropped", details.counters.logLinesDropped)
        }
    }
}

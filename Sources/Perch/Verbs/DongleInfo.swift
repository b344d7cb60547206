import ArgumentParser
import DongleProtocol
import Failures
import JSONLines

/// `perch dongle info`: what the dongle is and what it has counted.
struct DongleInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what the dongle is, can do, and has counted.")

    @OptionGroup var port: PortOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await port.withDongle(output) { dongle in
                let (hello, info, state) = try await output.interruptible {
                    (try await dongle.identity, try await dongle.info(), try await dongle.state())
                }
                await output.line("dongle") { $0.fields(hello, info, state, place: dongle.place) }
                for line in prose(hello, info, state, place: dongle.place) { await output.text(line) }
            }
        }
    }

    private func prose(
        _ hello: HelloReply, _ info: InfoAnswer, _ state: GetStateAnswer, place: String
    ) -> [String] {
        let counters = state.counters
        return [
            "port       \(place)",
            "device     \(hello.deviceID.text)",
            "firmware   \(printable("\(info.firmware) \(info.version) (\(info.build))"))",
            "hardware   \(printable(info.hardware))",
            "protocol   \(hello.major).\(hello.minor)",
            "up for     \(hello.uptimeMs / 1000) s, started by: \(hello.resetReason.word)",
            "can        \(hello.features.words.joined(separator: ", "))",
            "slots      \(state.connections.count) of \(hello.slots) in use, ATT MTU up to \(hello.largestMTU)",
            "payload    \(hello.largestPayloadToDongle) bytes to it, \(hello.largestPayloadToHost) from it, "
                + "\(hello.maxInflight) requests at once",
            "config     up to \(info.largestConfig) bytes",
            "frames     \(counters.received) received, \(counters.sent) sent, \(counters.rejected) rejected",
            "adverts    \(counters.advertsDropped) dropped, \(counters.advertsCoalesced) merged",
        ]
    }
}

extension JSONWriter {
    fileprivate mutating func fields(
        _ hello: HelloReply, _ info: InfoAnswer, _ state: GetStateAnswer, place: String
    ) {
        field("port", place)
        field("device_id", hello.deviceID.text)
        field("firmware", info.firmware)
        field("version", info.version)
        field("build", info.build)
        field("hardware", info.hardware)
        field("protocol", "\(hello.major).\(hello.minor)")
        field("uptime_ms", hello.uptimeMs)
        field("reset_reason", hello.resetReason.word)
        array("features") { for word in hello.features.words { $0.element(word) } }
        field("slots", hello.slots)
        field("connections", state.connections.count)
        field("largest_mtu", hello.largestMTU)
        field("largest_config", info.largestConfig)
        object("counters") {
            $0.field("frames_received", state.counters.received)
            $0.field("frames_sent", state.counters.sent)
            $0.field("frames_rejected", state.counters.rejected)
            $0.field("adverts_dropped", state.counters.advertsDropped)
            $0.field("adverts_coalesced", state.counters.advertsCoalesced)
            $0.field("log_lines_dropped", state.counters.logLinesDropped)
        }
    }
}

extension LinkCounters {
    fileprivate var rejected: UInt64 {
        UInt64(rejectedMalformed) + UInt64(rejectedCRC) + UInt64(rejectedOverflow)
    }
}

import DongleProtocol
import GatewayModel

extension DongleDetails {
    /// Combines a dongle's answers about itself.
    init(_ link: OpenLink, alias: String?, _ hello: HelloReply, _ info: InfoAnswer, _ state: GetStateAnswer) {
        let counters = state.counters
        self.init(
            port: link.port, id: link.id, alias: alias, simulated: hello.features.contains(.simulated),
            firmware: info.firmware, version: info.version, build: info.build, hardware: info.hardware,
            protocolVersion: "\(hello.major).\(hello.minor)", uptimeMs: hello.uptimeMs,
            resetReason: hello.resetReason.word, features: hello.features.words, slots: Int(hello.slots),
            connections: state.connections.count, largestMTU: Int(hello.largestMTU),
            largestPayloadToDongle: Int(hello.largestPayloadToDongle),
            largestPayloadToHost: Int(hello.largestPayloadToHost), maxInflight: Int(hello.maxInflight),
            largestConfig: info.largestConfig,
            counters: DongleCounters(
                framesReceived: UInt64(counters.received), framesSent: UInt64(counters.sent),
                framesRejected: UInt64(counters.rejectedMalformed) + UInt64(counters.rejectedCRC)
                    + UInt64(counters.rejectedOverflow),
                advertsDropped: UInt64(counters.advertsDropped), advertsCoalesced: UInt64(counters.advertsCoalesced),
                logLinesDropped: UInt64(counters.logLinesDropped)))
    }
}

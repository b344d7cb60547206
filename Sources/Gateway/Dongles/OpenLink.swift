import DongleLink
import DongleProtocol
import GatewayModel

/// An open port, with the dongle that was greeted on it.
struct OpenLink: Sendable {
    let dongle: Dongle
    /// Path by which the port was opened.
    let port: String
    /// USB description; nil for a port that is not on USB.
    let device: DeviceOnUSB?
    var hello: HelloReply
    let info: InfoAnswer?

    /// Sixteen lowercase hexadecimal digits.
    var id: String { hello.deviceID.text }
    var isSimulated: Bool { hello.features.contains(.simulated) }
    var firmware: String? { info.map { "\($0.firmware) \($0.version)" } }
}

extension LinkQuality {
    init(_ statistics: LinkStatistics, missed: UInt64) {
        self.init(
            roundTripMs: statistics.roundTrip.map { $0 / .milliseconds(1) },
            framesReceived: statistics.framesReceived, framesSent: statistics.framesSent,
            framesRejected: statistics.rejectedOverflow + statistics.rejectedMalformed + statistics.rejectedShort
                + statistics.rejectedCRC,
            retransmissions: statistics.retransmissions, sessions: statistics.sessions, adverts: statistics.adverts,
            advertsLost: statistics.advertsLost, advertsMissed: missed)
    }
}

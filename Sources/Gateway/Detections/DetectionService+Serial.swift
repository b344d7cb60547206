import FlockFinder
import GatewayModel
import SerialPort

/// FlockFinders attached over a serial port.
extension DetectionService {
    /// Bits per second. Source: the firmware.
    private static let baud = 115_200

    /// Reads until the device is unplugged. Writes nothing to it.
    func listen(_ id: String, onSerial path: String) async throws {
        let opener = PortOpener(target: .named(.path(path)), baud: Self.baud)
        let choice = try await opener.choose(lastOpen: attachments[id]?.device)
        // The port may look like a dongle's, so the gateway must not use it.
        try await gateway.live.dongles.leave(choice.port.path, to: id)
        let line = try SerialLine.open(path: choice.port.path, baud: Self.baud)
        attachments[id]?.device = choice.device
        attachments[id]?.description.address = choice.port.path
        attachments[id]?.description.connections += 1
        attachments[id]?.description.lastError = nil
        set(.listening, of: id)
        let source = "serial:" + choice.port.path
        var lines = FlockFinderLines()
        for await bytes in SerialText.read(line) {
            let before = (lines.lines, lines.unreadable)
            for one in lines.take(bytes) {
                switch one {
                case .detection(let report):
                    attachments[id]?.description.detections += 1
                    hear(report, from: source, isSimulated: false)
                case .sighting(let report): hear(report, from: source, isSimulated: false)
                case .status, .channel: continue
                }
            }
            attachments[id]?.description.notifications += lines.lines - before.0
            attachments[id]?.description.unreadable += lines.unreadable - before.1
        }
        try Task.checkCancellation()
        throw SerialPortError.unplugged(path: choice.port.path)
    }
}

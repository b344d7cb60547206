import Advertising
import CP28
import Failures
import GatewayModel
import LineFormats

extension ExchangeEntry {
    /// The entry as a line for people.
    var line: String {
        let time = at.description.dropFirst(11).prefix(12)
        let number = step.map { " \($0)" } ?? ""
        let words = [detail, packetWords].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
        let bytes = hex.map { "  [\(Self.spaced($0))]" } ?? ""
        return printable("\(time)  \(attempt)  \(fit(phase.rawValue, 7)) \(fit(kind + number, 12)) \(words)\(bytes)")
    }

    /// Content of a notification, decoded by the CP28 protocol; nil for other entries.
    var packetWords: String? {
        guard kind == "notification", let hex, let bytes = Hexadecimal.bytes(hex) else { return nil }
        do throws(CP28Packet.Malformation) {
            let packet = try CP28Packet(bytes)
            let data = packet.data.isEmpty ? "no data" : "data \(hexadecimal(packet.data))"
            return "a packet: command \(hexadecimal([packet.command.rawValue])), \(data)"
        } catch {
            return "no packet: \(error.words)"
        }
    }

    private static func spaced(_ hex: String) -> String {
        Hexadecimal.bytes(hex).map(hexadecimal) ?? hex
    }
}

extension CP28Packet.Malformation {
    /// The reason as a clause.
    fileprivate var words: String {
        switch self {
        case .tooShort: "fewer than 5 bytes"
        case .noHeader: "it does not begin with 4e 4f"
        case .wrongLength(let stated, let found): "it says \(stated) bytes of data and has \(found)"
        case .wrongChecksum(let stated, let computed):
            "its checksum is \(hexadecimal([stated])), but should be \(hexadecimal([computed]))"
        }
    }
}

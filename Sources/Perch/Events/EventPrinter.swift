import Failures
import GatewayModel
import LineFormats
import Synchronization

/// Writes events, for people or as JSON lines.
final class EventPrinter: Sendable {
    private let output: VerbOutput
    private let hasColour: Bool
    private let printed = Atomic(0)

    /// Number of events written.
    var count: Int { printed.load(ordering: .relaxed) }

    init(output: VerbOutput, hasColour: Bool) {
        self.output = output
        self.hasColour = hasColour
    }

    func print(_ event: EventRecord) async {
        printed.add(1, ordering: .relaxed)
        var writer = JSONWriter()
        if output.isJSON {
            writer.line { $0.fields(event) }
            await output.write(writer.take())
        } else {
            for line in EventPrinter.lines(event, hasColour: hasColour) { await output.text(line) }
        }
    }

    /// Returns the lines of an event, for people.
    static func lines(_ event: EventRecord, hasColour: Bool) -> [String] {
        let number = event.id.map(String.init) ?? "not recorded"
        let origin = [event.dongle.map(printable), event.simulated ? "SIMULATED" : nil].compactMap { $0 }
        let title = [printable(event.title)] + origin.map { "[\($0)]" }
        let mark = hasColour ? "\u{1B}[\(event.kind.colour)m\(event.kind.mark)\u{1B}[0m" : event.kind.mark
        let first = "\(event.ts.words)  \(mark) \(title.joined(separator: " "))  #\(number)"
        let detail = event.detail.split(separator: "\n").map { "                      " + printable(String($0)) }
        return [first] + detail
    }
}

extension EventType {
    /// Number of one of the terminal's eight colours.
    fileprivate var colour: String {
        switch self {
        case .regionEnter: "32"
        case .regionExit: "33"
        case .stateChange: "36"
        case .authorization: "35"
        case .error: "31"
        case .info: "34"
        }
    }
}

extension JSONWriter {
    /// Writes the fields of an event's line, the envelope included.
    fileprivate mutating func fields(_ event: EventRecord) {
        envelope("event", at: event.ts)
        if let id = event.id { field("id", id) }
        field("kind", event.kind.rawValue)
        field("level", event.level.rawValue)
        field("title", event.title)
        field("detail", event.detail)
        field("dongle", event.dongle)
        field("simulated", event.simulated)
    }
}

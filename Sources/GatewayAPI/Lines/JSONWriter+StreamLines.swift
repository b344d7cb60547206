import GatewayModel
import JSONLines

extension JSONWriter {
    /// Writes one line, `v`, `ts` and `type` first.
    mutating func line(_ type: StaticString, at time: Timestamp = .now, _ fields: (inout JSONWriter) -> Void) {
        line {
            $0.envelope(type, at: time)
            fields(&$0)
        }
    }

    mutating func fields(_ start: StreamStart) {
        field("stream", start.stream)
        array("dongles") { for dongle in start.dongles { $0.element(dongle) } }
        field("simulated", start.simulated)
    }

    mutating func fields(_ end: StreamEnd) {
        field("received", end.received)
        field("lost", end.lost)
        field("missed", end.missed)
        field("filtered", end.filtered)
        field("malformed", end.malformed)
        field("interruptions", end.interruptions)
        field("reason", end.reason)
    }

    mutating func fields(_ count: CountLine) {
        field("dongle", count.dongle)
        field("count", count.count)
    }

    mutating func fields(_ line: LinkLine) {
        field("dongle", line.dongle)
        field("message", line.message)
        field(error: line.error)
    }

    /// Writes everything but the time, which is the line's.
    mutating func fields(_ event: EventRecord) {
        if let id = event.id { field("id", id) }
        field("kind", event.kind.rawValue)
        field("level", event.level.rawValue)
        field("title", event.title)
        field("detail", event.detail)
        field("dongle", event.dongle)
        field("simulated", event.simulated)
    }

    /// Writes nothing for nil.
    mutating func field(error problem: Problem?) {
        guard let problem else { return }
        object("error") {
            $0.field("type", problem.type)
            $0.field("title", problem.title)
            $0.field("status", problem.status)
            $0.field("detail", problem.detail)
            $0.field("code", problem.code)
            $0.field("hint", problem.hint)
            $0.field("retryable", problem.retryable)
            $0.field("outcome", problem.outcome)
            $0.field("exit_code", problem.exitCode)
        }
    }
}

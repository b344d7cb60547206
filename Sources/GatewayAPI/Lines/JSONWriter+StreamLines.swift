import GatewayModel
import LineFormats

extension JSONWriter {
    /// Writes one line that begins with `v`, `ts` and `type`.
    mutating func line(_ type: StaticString, at time: Timestamp = .now, _ fields: (inout JSONWriter) -> Void) {
        line {
            $0.envelope(type, at: time)
            fields(&$0)
        }
    }

    /// Writes the field `error`; nothing if the problem is nil.
    mutating func field(error problem: Problem?) {
        if let problem { object("error") { $0.fields(problem) } }
    }
}

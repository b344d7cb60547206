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

    /// Writes nothing for nil.
    mutating func field(error problem: Problem?) {
        if let problem { object("error") { $0.fields(problem) } }
    }
}

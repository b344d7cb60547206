import Conformance
import DongleProtocol
import LineFormats

extension JSONWriter {
    /// Bytes of a payload or a stretch that JSON shows.
    private static let bytesShown = 1024

    /// Writes the fields of a frame's object.
    mutating func fields(_ shown: ShownFrame) {
        field("direction", shown.isSent ? "to_dongle" : "from_dongle")
        field("at_s", thousandths: shown.at / .seconds(1))
        switch shown.content {
        case .rejected(let reason): field("rejected", "\(reason)")
        case .frame(let frame):
            field("kind", frame.kind)
            field("code", frame.code)
            field("session", frame.header.session)
            field("id", frame.header.id)
            field("flags", frame.header.flags)
            field("major", frame.header.major)
            object("fields") { $0.members(frame.fields) }
            field("payload", plain: { $0.hexadecimal(Array(frame.payload.prefix(Self.bytesShown))) })
        }
        field("problem", shown.problem)
        field("wire", plain: { $0.hexadecimal(Array(shown.stretch.prefix(Self.bytesShown))) })
        if shown.alike > 0 { field("more_alike", shown.alike) }
    }

    private mutating func members(_ fields: [Field]) {
        for field in fields {
            key(named: field.name)
            element(field.value)
        }
    }

    private mutating func element(_ value: FieldValue) {
        switch value {
        case .number(let number): element(number)
        case .flag(let flag): element(flag)
        case .text(let text): element(text)
        case .bytes(let bytes): element(bytes)
        case .fields(let fields): element { $0.members(fields) }
        case .list(let values): list { for value in values { $0.element(value) } }
        }
    }
}

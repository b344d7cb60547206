import DongleProtocol

/// A frame with the fields of its payload.
package struct DecodedFrame: Sendable, Hashable {
    package let header: FrameHeader
    package let payload: [UInt8]
    /// Empty if the payload does not decode.
    package let fields: [Field]
    /// Why some bytes of the payload belong to no field; nil if all do.
    package let problem: String?

    /// - Parameter asked: Operation of the request that a DONE ends; nil if it is not known.
    init(_ header: FrameHeader, _ payload: [UInt8], asked: Operation? = nil) {
        self.header = header
        self.payload = payload
        let read = PayloadReading(header, payload, asked: asked)
        fields = read.fields
        problem = read.problem
    }

    /// Name of the kind, such as `REQUEST`.
    package var kind: String {
        switch header.kind {
        case .boot: "BOOT"
        case .request: "REQUEST"
        case .response: "RESPONSE"
        case .event: "EVENT"
        case .grant: "GRANT"
        case .log: "LOG"
        default: "KIND \(header.kind.rawValue)"
        }
    }

    /// Name or number of the operation or event; nil for kinds that have none.
    package var code: String? {
        let name: String?
        switch header.kind {
        case .request, .response: name = header.operation.name
        case .event: name = header.event.name
        default: return header.code == 0 ? nil : "code \(header.code)"
        }
        return name ?? "0x" + String(header.code, radix: 16, uppercase: true)
    }

    /// Kind, code, session and id on one line.
    package var name: String {
        var parts = ["\([kind, code].compactMap { $0 }.joined(separator: " ")), session \(header.session)"]
        switch header.kind {
        case .request, .response: parts.append("id \(header.id)")
        case .event, .log: parts.append("counter \(header.id)")
        default: if header.id != 0 { parts.append("id \(header.id)") }
        }
        if header.major != 1 { parts.append("major version \(header.major)") }
        if header.flags != 0 { parts.append("flags \(digits(header.flags))") }
        return parts.joined(separator: ", ")
    }

    /// Name and fields on one line.
    package var words: String {
        let rest = [fields.isEmpty ? nil : fields.words, problem].compactMap { $0 }.joined(separator: "; ")
        return rest.isEmpty ? name : "\(name): \(rest)"
    }
}

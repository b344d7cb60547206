import DongleProtocol

/// What a payload says.
struct PayloadReading {
    private(set) var fields: [Field] = []
    private(set) var problem: String?

    /// - Parameter asked: Operation of the request that a DONE ends; nil if it is not known.
    init(_ header: FrameHeader, _ payload: [UInt8], asked: Operation?) {
        switch header.kind {
        case .request: read(MessageLayout.operations[header.operation]?.request, payload)
        case .response: readResponse(header.operation, payload)
        case .event:
            read(MessageLayout.events[header.event], payload)
            if header.event == .done, let done = try? Done(decoding: payload) { readResult(of: asked, done) }
        case .boot: read(MessageLayout.boot, payload)
        case .grant: read(MessageLayout.grant, payload)
        case .log: read(MessageLayout.log, payload)
        default: problem = "not a kind of SPEC.md"
        }
    }

    private mutating func readResponse(_ operation: Operation, _ payload: [UInt8]) {
        let layout = MessageLayout.operations[operation]?.answer
        // HELLO's reply has the status as a field, and no error body.
        guard operation != .hello else {
            read(layout, payload)
            return
        }
        guard payload.count >= 2 else {
            problem = "too short for a status"
            return
        }
        let status = Status(rawValue: UInt16(leading: payload))
        fields = [Field("status", .text(status.words))]
        let rest = Array(payload.dropFirst(2))
        if status.isError {
            readError(status, rest)
        } else if status == .ok, !operation.isDeferred {
            read(layout, rest, from: 2)
        } else if !rest.isEmpty {
            problem = "\(rest.count) bytes behind the status"
        }
    }

    /// Replaces the bytes of a DONE's result by their fields.
    private mutating func readResult(of asked: Operation?, _ done: Done) {
        let layout = asked.flatMap { MessageLayout.operations[$0]?.answer }
        guard done.status.isError || layout != nil, problem == nil else { return }
        let outer = fields.dropLast()
        fields = []
        if done.status.isError {
            readError(done.status, done.result)
        } else if !read(layout, done.result, from: 7) {
            fields = [Field("bytes", .bytes(done.result))]
        }
        fields = outer + (fields.isEmpty ? [] : [Field("result", .fields(fields))])
    }

    /// Appends the fields of a message that begins at `offset` of the payload; false if it does not
    /// decode.
    @discardableResult
    private mutating func read(_ decoder: MessageLayout.Decoder?, _ bytes: [UInt8], from offset: Int = 0) -> Bool {
        guard let decoder else {
            problem = "a code that SPEC.md does not define"
            return false
        }
        do {
            let message = try decoder(bytes)
            fields += FieldValue.fields(of: message)
            let rest = bytes.count - message.encoded().count
            if rest > 0 { problem = "\(rest == 1 ? "1 byte" : "\(rest) bytes") behind the last field" }
            return true
        } catch {
            problem =
                bytes.isEmpty && offset == 0
                ? "no payload"
                : "a payload of \(offset + bytes.count) bytes that ends or is wrong at offset \(offset + error.offset)"
            return false
        }
    }

    /// Appends the fields of an error body that are not 0, the detail by its meaning.
    private mutating func readError(_ status: Status, _ bytes: [UInt8]) {
        guard let body = try? ErrorBody(decoding: bytes) else { return }
        if body.native != 0 { fields.append(Field("native", .number(Int64(body.native)))) }
        if body.retryAfterMs != 0 { fields.append(Field("retry_after_ms", .number(Int64(body.retryAfterMs)))) }
        if let detail = Self.detail(status, body) {
            fields.append(detail)
        } else if !body.detail.isEmpty {
            fields.append(Field("detail", .bytes(body.detail)))
        }
    }

    /// Returns the detail of an error body as SPEC.md 3 names it for the status; nil without one.
    private static func detail(_ status: Status, _ body: ErrorBody) -> Field? {
        func number(_ name: String, _ value: (some BinaryInteger)?) -> Field? {
            value.map { Field(name, .number(Int64(clamping: $0))) }
        }
        switch status {
        case .wrongSession: return body.bootID.map { Field("boot_id", .text(digits($0))) }
        case .invalidArgument: return number("offset", body.fieldOffset)
        case .tooLarge: return number("limit", body.limit)
        case .alreadyConnected: return body.connection.map { Field("connection", .fields(FieldValue.fields(of: $0))) }
        case .slotsFull:
            guard let (used, total) = body.slots else { return nil }
            return Field("slots", .text("\(used) of \(total)"))
        case .conflict: return body.activeDigest.map { Field("active_digest", .bytes($0.bytes)) }
        case .incomplete, .offset: return number("next", body.nextOffset)
        case .invalid: return number("position", body.position)
        default: return status.domain == .att ? number("handle", body.attributeHandle) : nil
        }
    }
}

import DongleProtocol

/// The answer to a request.
struct Answer {
    let frame: SeenFrame
    let status: Status
    /// Bytes after the status.
    let body: [UInt8]

    /// - Throws: ``CheckFailure`` if the payload has no status.
    init(_ frame: SeenFrame) throws {
        try expect(frame.payload.count >= 2, "a status at the start of the answer", got: frame.words)
        self.frame = frame
        status = Status(rawValue: UInt16(leading: frame.payload))
        body = Array(frame.payload.dropFirst(2))
    }

    /// The outcome that came later, in DONE.
    init(_ frame: SeenFrame, ended: Done) {
        self.frame = frame
        status = ended.status
        body = ended.result
    }

    var error: ErrorBody { (try? ErrorBody(decoding: body)) ?? ErrorBody() }

    /// Decodes the result, which follows the status; fails the check unless the status is OK.
    func read<Value: WireMessage>(_: Value.Type = Value.self) throws -> Value {
        try expect(status == .ok, "OK", got: status.words)
        return try decoded(body, "the answer's fields")
    }
}

/// Decodes a message; a malformed one fails the check.
func decoded<Value: WireMessage>(_ bytes: [UInt8], _ what: String) throws -> Value {
    do {
        return try Value(decoding: bytes)
    } catch {
        throw CheckFailure(
            expected: what,
            got:
                "\(bytes.count) bytes that end or are wrong at offset \(error.offset): \(hexadecimal(bytes, limit: 48))"
        )
    }
}

/// Returns the bytes of a payload, built field by field.
func fields(_ build: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    build(&writer)
    return writer.bytes
}

extension [UInt8] {
    /// Returns these bytes with `bytes` in place of those at `offset`.
    func with(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
        var changed = self
        changed.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return changed
    }

    /// Returns these bytes with a u16 in place of the one at `offset`.
    func with(_ value: UInt16, at offset: Int) -> [UInt8] {
        with([UInt8(truncatingIfNeeded: value), UInt8(value >> 8)], at: offset)
    }
}

/// What follows a status that is an error. Source: SPEC.md 3.1.
///
/// A dongle may leave off the end of it, so reading never fails: what is missing is 0, empty or nil.
public struct ErrorBody: WireMessage {
    /// The platform's own error number; 0 = none.
    public var native: Int32
    /// When trying again makes sense, ms; 0 = not said.
    public var retryAfterMs: UInt16
    /// What it holds depends on the status.
    public var detail: [UInt8]

    public init(native: Int32 = 0, retryAfterMs: UInt16 = 0, detail: [UInt8] = []) {
        self.native = native
        self.retryAfterMs = retryAfterMs
        self.detail = detail
    }

    public init(from reader: inout ByteReader) {
        self.init()
        guard let number: UInt32 = reader.readIfPresent() else { return }
        native = Int32(bitPattern: number)
        guard let retryAfter: UInt16 = reader.readIfPresent() else { return }
        retryAfterMs = retryAfter
        detail = reader.rest()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(native)
        writer.write(retryAfterMs)
        writer.write(detail)
    }

    /// With WRONG_SESSION: the dongle's boot id.
    public var bootID: UInt32? { detailValue() }
    /// With INVALID_ARGUMENT: offset of the field in the request's payload.
    public var fieldOffset: UInt16? { detailValue() }
    /// With TOO_LARGE: the limit, in bytes or entries.
    public var limit: UInt32? { detailValue() }
    /// With ALREADY_CONNECTED: the connection that holds the address.
    public var connection: Connection? { detailValue().map { Connection(word: $0) } }
    /// With SLOTS_FULL: connection slots taken and all.
    public var slots: (used: UInt8, total: UInt8)? {
        detailValue().map { (word: UInt16) in (UInt8(truncatingIfNeeded: word), UInt8(word >> 8)) }
    }
    /// With an ATT error: the attribute it is about.
    public var attributeHandle: UInt16? { detailValue() }
    /// With CONFLICT: what is active.
    public var activeDigest: ShortDigest? { detailValue().map { ShortDigest(rawValue: $0) } }
    /// With INCOMPLETE and OFFSET: the offset to go on from.
    public var nextOffset: UInt32? { detailValue() }
    /// With INVALID: the offending byte of the config.
    public var position: UInt32? { detailValue() }

    private func detailValue<T: FixedWidthInteger & UnsignedInteger>() -> T? {
        detail.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            return reader.readIfPresent()
        }
    }
}

/// Details that follow an error status. Source: SPEC.md 3.1.
///
/// A dongle may omit the end of the body, so decoding never fails. Missing fields are 0, empty or
/// nil.
public struct ErrorBody: WireMessage {
    /// The platform's own error number; 0 = none.
    public var native: Int32
    /// Recommended wait before a retry, in ms; 0 = not given.
    public var retryAfterMs: UInt16
    /// Detail whose content depends on the status.
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

    /// Boot id of the dongle, with WRONG_SESSION.
    public var bootID: UInt32? { detailValue() }
    /// Offset of the wrong field in the request's payload, with INVALID_ARGUMENT.
    public var fieldOffset: UInt16? { detailValue() }
    /// The limit, in bytes or entries, with TOO_LARGE.
    public var limit: UInt32? { detailValue() }
    /// The connection that already has the address, with ALREADY_CONNECTED.
    public var connection: Connection? { detailValue().map { Connection(word: $0) } }
    /// Number of connection slots used and in total, with SLOTS_FULL.
    public var slots: (used: UInt8, total: UInt8)? {
        detailValue().map { (word: UInt16) in (UInt8(truncatingIfNeeded: word), UInt8(word >> 8)) }
    }
    /// Handle of the attribute concerned, with an ATT error.
    public var attributeHandle: UInt16? { detailValue() }
    /// Short digest of the active config, with CONFLICT.
    public var activeDigest: ShortDigest? { detailValue().map { ShortDigest(rawValue: $0) } }
    /// Offset to continue from, with INCOMPLETE and OFFSET.
    public var nextOffset: UInt32? { detailValue() }
    /// Offset of the wrong byte in the config, with INVALID.
    public var position: UInt32? { detailValue() }

    private func detailValue<T: FixedWidthInteger & UnsignedInteger>() -> T? {
        detail.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            return reader.readIfPresent()
        }
    }
}

/// A value that has its own layout on the line.
public protocol WireMessage: Sendable, Hashable {
    /// Decodes the fields that this version knows. The reader keeps any bytes after them.
    init(from reader: inout ByteReader) throws(MalformedMessage)

    func encode(to writer: inout ByteWriter)
}

extension WireMessage {
    /// Decodes a message from the start of `bytes`. Bytes after the fields known to this version
    /// are ignored.
    public init(decoding bytes: RawSpan) throws(MalformedMessage) {
        self = try bytes.withUnsafeBytes { buffer throws(MalformedMessage) in
            var reader = ByteReader(buffer)
            return try Self(from: &reader)
        }
    }

    /// Decodes a message from the start of `bytes`. Bytes after the fields known to this version
    /// are ignored.
    public init(decoding bytes: [UInt8]) throws(MalformedMessage) {
        try self.init(decoding: bytes.span.bytes)
    }

    /// Decodes a message from the start of `bytes`. Bytes after the fields known to this version
    /// are ignored.
    public init(decoding bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
        try self.init(decoding: bytes.span.bytes)
    }

    /// The message's bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        encode(to: &writer)
        return writer.bytes
    }
}

/// The payload of a REQUEST.
public protocol Request: WireMessage {
    /// Data after the status: in the RESPONSE if it is OK, or in the DONE if the operation is
    /// deferred.
    associatedtype Answer: WireMessage

    static var operation: Operation { get }
}

/// A request whose outcome comes in a DONE event. Source: SPEC.md 5.1.
public protocol DeferredRequest: Request {
    /// Longest duration of the operation, counted from the request's arrival at the dongle,
    /// 100...600,000 ms.
    var deadlineMs: UInt32 { get set }
}

/// Answer without fields, for operations that return only a status.
public struct EmptyAnswer: EmptyMessage {
    public init() {}
}

/// A message without fields. Bytes that a later version appends to it are ignored.
public protocol EmptyMessage: WireMessage {
    init()
}

extension EmptyMessage {
    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        self.init()
    }

    public func encode(to writer: inout ByteWriter) {}
}

/// A request without fields, which consists only of its operation.
public typealias EmptyRequest = EmptyMessage & Request

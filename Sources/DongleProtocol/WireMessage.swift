/// A value with a layout of its own on the line.
public protocol WireMessage: Sendable, Hashable {
    /// Reads the fields this version knows; whatever stands behind them is left to the reader.
    init(from reader: inout ByteReader) throws(MalformedMessage)

    func encode(to writer: inout ByteWriter)
}

extension WireMessage {
    /// Reads a message from the start of `bytes`; bytes behind the fields this version knows are ignored.
    public init(decoding bytes: RawSpan) throws(MalformedMessage) {
        self = try bytes.withUnsafeBytes { buffer throws(MalformedMessage) in
            var reader = ByteReader(buffer)
            return try Self(from: &reader)
        }
    }

    /// Reads a message from the start of `bytes`; bytes behind the fields this version knows are ignored.
    public init(decoding bytes: [UInt8]) throws(MalformedMessage) {
        try self.init(decoding: bytes.span.bytes)
    }

    /// Reads a message from the start of `bytes`; bytes behind the fields this version knows are ignored.
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
    /// What follows the status: of the RESPONSE when it is OK, or of the DONE when the operation is deferred.
    associatedtype Answer: WireMessage

    static var operation: Operation { get }
}

/// A request whose outcome comes in a DONE event. Source: SPEC.md 5.1.
public protocol DeferredRequest: Request {
    /// Longest the operation may take, counted from its arrival at the dongle; 100...600,000 ms.
    var deadlineMs: UInt32 { get set }
}

/// Nothing, where an operation has nothing to say but its status.
public struct EmptyAnswer: EmptyMessage {
    public init() {}
}

/// A message without fields. What a later version appends to it is ignored.
public protocol EmptyMessage: WireMessage {
    init()
}

extension EmptyMessage {
    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        self.init()
    }

    public func encode(to writer: inout ByteWriter) {}
}

/// A request that asks for nothing but its operation.
public typealias EmptyRequest = EmptyMessage & Request

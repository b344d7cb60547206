/// Announces a config. An interrupted transfer of the same config is resumed. Source: SPEC.md 11.3.
public struct ConfigBeginRequest: DeferredRequest {
    public typealias Answer = ConfigBeginResult

    public static var operation: Operation { .configBegin }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// Length of the config in bytes, at least 1.
    public var length: UInt32
    /// SHA-256 of the config's bytes.
    public var digest: Digest
    /// Digest of the config that this one replaces; zero = any.
    public var base: ShortDigest

    public init(deadlineMs: UInt32, length: UInt32, digest: Digest, base: ShortDigest = ShortDigest.zero) {
        self.deadlineMs = deadlineMs
        self.length = length
        self.digest = digest
        self.base = base
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        length = try reader.read()
        digest = try reader.read()
        base = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(length)
        writer.write(digest)
        writer.write(base)
    }
}

/// A transfer that can continue. Source: SPEC.md 11.3.
public struct ConfigBeginResult: WireMessage {
    /// Transfer number, which is not reused within a session.
    public var transfer: UInt16
    /// Offset to continue from.
    public var next: UInt32
    /// Largest size of a part, a multiple of 16 bytes.
    public var chunk: UInt16

    public init(transfer: UInt16, next: UInt32, chunk: UInt16) {
        self.transfer = transfer
        self.next = next
        self.chunk = chunk
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        transfer = try reader.read()
        next = try reader.read()
        chunk = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(transfer)
        writer.write(next)
        writer.write(chunk)
    }
}

/// A part of the announced config. This is the only request that may be pipelined. Source: SPEC.md
/// 11.4.
public struct ConfigDataRequest: Request {
    public typealias Answer = ConfigDataAnswer

    public static var operation: Operation { .configData }

    /// Transfer number from the answer to CONFIG_BEGIN.
    public var transfer: UInt16
    /// Offset of the part in the config, in bytes.
    public var offset: UInt32
    /// The part's bytes. Their number is a multiple of 16, except in the last part.
    public var data: [UInt8]

    public init(transfer: UInt16, offset: UInt32, data: [UInt8]) {
        self.transfer = transfer
        self.offset = offset
        self.data = data
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        transfer = try reader.read()
        offset = try reader.read()
        data = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(transfer)
        writer.write(offset)
        writer.blob(data)
    }
}

/// Progress of a transfer. Source: SPEC.md 11.4.
public struct ConfigDataAnswer: WireMessage {
    /// Offset before which every byte is written.
    public var next: UInt32

    public init(next: UInt32) {
        self.next = next
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        next = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(next)
    }
}

/// Makes the staged config active. Source: SPEC.md 11.5.
public struct ConfigCommitRequest: DeferredRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .configCommit }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// Transfer number from the answer to CONFIG_BEGIN.
    public var transfer: UInt16
    /// Short digest of the staged config. If that config is already active, nothing happens.
    public var digest: ShortDigest

    public init(deadlineMs: UInt32, transfer: UInt16, digest: ShortDigest) {
        self.deadlineMs = deadlineMs
        self.transfer = transfer
        self.digest = digest
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        transfer = try reader.read()
        try reader.skip(2)
        digest = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(transfer)
        writer.reserve(2)
        writer.write(digest)
    }
}

/// Saves the active config, so that the next boot runs it. Source: SPEC.md 11.6.
public struct ConfigSaveRequest: DeferredRequest {
    public typealias Answer = ConfigSaveResult

    public static var operation: Operation { .configSave }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32

    public init(deadlineMs: UInt32) {
        self.deadlineMs = deadlineMs
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
    }
}

/// The mark of a saved config. Source: SPEC.md 11.6.
public struct ConfigSaveResult: WireMessage {
    /// Sequence number. The next boot runs the config with the highest one.
    public var sequence: UInt32

    public init(sequence: UInt32) {
        self.sequence = sequence
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        sequence = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(sequence)
    }
}

/// Makes the saved config active. Source: SPEC.md 11.7.
public struct ConfigLoadRequest: EmptyRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .configLoad }

    public init() {}
}

/// Makes the factory config active. Source: SPEC.md 11.7.
public struct ConfigResetRequest: EmptyRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .configReset }

    public init() {}
}

/// Asks which configs there are. Source: SPEC.md 11.7.
public struct ConfigStatRequest: EmptyRequest {
    public typealias Answer = ConfigStatAnswer

    public static var operation: Operation { .configStat }

    public init() {}
}

/// Which configs there are. Source: SPEC.md 11.7.
public struct ConfigStatAnswer: WireMessage {
    /// Where the configs stand.
    public var flags: ConfigFlags
    /// Bytes, like the lengths below.
    public var activeLength: UInt32
    /// Digest of what runs now.
    public var activeDigest: Digest
    /// 0 = none.
    public var savedLength: UInt32
    /// Digest of what the next boot runs.
    public var savedDigest: Digest
    /// 0 = none.
    public var stagingLength: UInt32
    /// Digest that was announced.
    public var stagingDigest: Digest
    /// Bytes of staging before it have come.
    public var stagingNext: UInt32

    public init(
        flags: ConfigFlags, activeLength: UInt32, activeDigest: Digest, savedLength: UInt32, savedDigest: Digest,
        stagingLength: UInt32, stagingDigest: Digest, stagingNext: UInt32
    ) {
        self.flags = flags
        self.activeLength = activeLength
        self.activeDigest = activeDigest
        self.savedLength = savedLength
        self.savedDigest = savedDigest
        self.stagingLength = stagingLength
        self.stagingDigest = stagingDigest
        self.stagingNext = stagingNext
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        flags = try reader.read()
        try reader.skip(1)
        activeLength = try reader.read()
        activeDigest = try reader.read()
        savedLength = try reader.read()
        savedDigest = try reader.read()
        stagingLength = try reader.read()
        stagingDigest = try reader.read()
        stagingNext = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(flags)
        writer.reserve(1)
        writer.write(activeLength)
        writer.write(activeDigest)
        writer.write(savedLength)
        writer.write(savedDigest)
        writer.write(stagingLength)
        writer.write(stagingDigest)
        writer.write(stagingNext)
    }
}

/// Reads a piece of a config back. Source: SPEC.md 11.7.
public struct ConfigReadRequest: Request {
    public typealias Answer = ConfigReadAnswer

    public static var operation: Operation { .configRead }

    /// Which config to read.
    public var copy: ConfigCopy
    /// Where in the config to begin, bytes.
    public var offset: UInt32
    /// Most bytes wanted, at least 1.
    public var length: UInt16

    public init(copy: ConfigCopy, offset: UInt32, length: UInt16) {
        self.copy = copy
        self.offset = offset
        self.length = length
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        copy = try reader.read()
        try reader.skip(1)
        offset = try reader.read()
        length = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(copy)
        writer.reserve(1)
        writer.write(offset)
        writer.write(length)
    }
}

/// A piece of a config. Source: SPEC.md 11.7.
public struct ConfigReadAnswer: WireMessage {
    /// Bytes of the whole config.
    public var length: UInt32
    /// As many as fit; empty at or past the end.
    public var data: [UInt8]

    public init(length: UInt32, data: [UInt8]) {
        self.length = length
        self.data = data
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        length = try reader.read()
        data = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(length)
        writer.blob(data)
    }
}

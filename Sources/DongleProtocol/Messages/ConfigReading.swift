/// Asks which configs exist. Source: SPEC.md 11.7.
public struct ConfigStatRequest: EmptyRequest {
    public typealias Answer = ConfigStatAnswer

    public static var operation: Operation { .configStat }

    public init() {}
}

/// The configs that exist. Source: SPEC.md 11.7.
public struct ConfigStatAnswer: WireMessage {
    /// State of the configs.
    public var flags: ConfigFlags
    /// Length of the active config, in bytes.
    public var activeLength: UInt32
    /// Digest of the config that runs now.
    public var activeDigest: Digest
    /// Length of the saved config, in bytes; 0 = none.
    public var savedLength: UInt32
    /// Digest of the config that the next boot runs.
    public var savedDigest: Digest
    /// Length of the staged config, in bytes; 0 = none.
    public var stagingLength: UInt32
    /// Announced digest of the staged config.
    public var stagingDigest: Digest
    /// Number of bytes of the staged config that have arrived.
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

/// Reads back a part of a config. Source: SPEC.md 11.7.
public struct ConfigReadRequest: Request {
    public typealias Answer = ConfigReadAnswer

    public static var operation: Operation { .configRead }

    /// Config to read.
    public var copy: ConfigCopy
    /// Offset in the config to begin at, in bytes.
    public var offset: UInt32
    /// Largest number of bytes to return, at least 1.
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

/// A part of a config. Source: SPEC.md 11.7.
public struct ConfigReadAnswer: WireMessage {
    /// Length of the whole config, in bytes.
    public var length: UInt32
    /// As many bytes as fit; empty at or past the end.
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

/// SHA-256 of a config's bytes. Source: SPEC.md 11.2.
public struct Digest: WireMessage {
    /// The 32 bytes as four little-endian numbers.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Digest used if there is no config.
    public static let zero = Digest(0, 0, 0, 0)

    private init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = (first, second, third, fourth)
    }

    /// - Parameter bytes: Exactly 32 bytes; otherwise the result is nil.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32, let digest = try? Digest(decoding: bytes) else { return nil }
        self = digest
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        guard reader.remaining >= 32 else { throw reader.malformed }
        self.init(try reader.read(), try reader.read(), try reader.read(), try reader.read())
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(words.0)
        writer.write(words.1)
        writer.write(words.2)
        writer.write(words.3)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { encoded() }

    /// The first eight bytes.
    public var short: ShortDigest { ShortDigest(rawValue: words.0) }

    public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

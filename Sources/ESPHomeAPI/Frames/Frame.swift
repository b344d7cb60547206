/// Frame of one message, without its envelope.
public struct Frame: Sendable, Hashable {
    public let type: MessageType
    public let payload: [UInt8]

    /// First byte of a plain frame.
    static let plain: UInt8 = 0
    /// First byte of an encrypted frame.
    static let encrypted: UInt8 = 1
    /// Longest payload of an encrypted frame, in bytes; plain ones may be a little longer. The encrypted body of at
    /// most 65,535 bytes also has four bytes and a tag of 16.
    static let longestPayload = 65_535 - 4 - 16

    public init(type: MessageType, payload: [UInt8]) {
        (self.type, self.payload) = (type, payload)
    }
}

/// Reason why a server cannot go on reading from a client.
public enum TransportFault: Error, Sendable, Hashable {
    /// The client speaks plain text, and the proxy has a key.
    case plainText
    /// The client has a key, and the proxy has none.
    case unexpectedEncryption
    /// The first byte of a frame is none of either kind.
    case wrongIndicator
    /// A number in a frame's head is too long.
    case wrongHead
    /// A frame is longer than any may be.
    case tooLong
    /// The client's handshake is not that of Noise.
    case wrongHandshake
    case wrongKey
    /// A frame was changed on the way, or has impossible lengths.
    case wrongFrame
}

/// Output of a transport that has read bytes.
public enum TransportOutput: Sendable, Hashable {
    /// Bytes for the client.
    case send([UInt8])
    case frame(Frame)
    /// Nothing more can be read. What was sent and received before counts.
    case fault(TransportFault)
}

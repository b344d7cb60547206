/// Frames of one connection, seen from the server.
///
/// Holds at most one unfinished frame, of up to 65,538 bytes, and never reads on after a fault.
public struct Transport: Sendable {
    private enum Kind: Sendable {
        case plain
        case noise(NoiseTransport)
    }

    private var kind: Kind
    private var buffer: [UInt8] = []
    private var isBroken = false

    /// - Parameters:
    ///   - key: Nil for plain text.
    ///   - name: Name of the proxy, told before the handshake.
    ///   - mac: Twelve lower-case digits, told before the handshake.
    public init(key: EncryptionKey?, name: String, mac: String) {
        kind = key.map { .noise(NoiseTransport(key: $0, name: name, mac: mac)) } ?? .plain
    }

    init(noise: NoiseTransport) {
        kind = .noise(noise)
    }

    /// Whether messages can be sent: with a key, once the handshake is over.
    public var isOpen: Bool {
        switch kind {
        case .plain: true
        case .noise(let noise): noise.isOpen
        }
    }

    /// Reads bytes of the client.
    public mutating func receive(_ bytes: some Sequence<UInt8>) -> [TransportOutput] {
        guard !isBroken else { return [] }
        buffer += bytes
        var rest = buffer[...]
        var outputs: [TransportOutput] = []
        do throws(TransportFault) {
            while let output = try take(&rest) { outputs += output }
        } catch {
            if let last = refusal(error) { outputs.append(.send(last)) }
            outputs.append(.fault(error))
            isBroken = true
            rest = []
        }
        buffer = Array(rest)
        return outputs
    }

    /// Returns the bytes of a frame; nil if it is too long or the transport is not open.
    public mutating func encode(_ type: MessageType, _ payload: [UInt8]) -> [UInt8]? {
        switch kind {
        case .plain: return PlainFrames.encode(type, payload)
        case .noise(var noise):
            // The copy in `kind` is released first, so that nothing is copied.
            kind = .plain
            defer { kind = .noise(noise) }
            return noise.encode(type, payload)
        }
    }

    /// Takes the next frame. Returns nil if it is not whole yet.
    private mutating func take(_ rest: inout ArraySlice<UInt8>) throws(TransportFault) -> [TransportOutput]? {
        switch kind {
        case .plain: return try PlainFrames.take(&rest).map { [.frame($0)] }
        case .noise(var noise):
            defer { kind = .noise(noise) }
            return try noise.take(&rest)
        }
    }

    /// Returns the last bytes for a client, by which it knows what it has done wrong.
    private func refusal(_ fault: TransportFault) -> [UInt8]? {
        switch (kind, fault) {
        case (.plain, .unexpectedEncryption), (.plain, .wrongIndicator):
            // Its first byte makes the client notice that the server speaks plain text.
            return [0] + Array("Bad indicator byte".utf8)
        case (.noise, .plainText), (.noise, .wrongIndicator): return NoiseTransport.refusal("Bad indicator byte")
        // Clients compare this text.
        case (.noise, .wrongKey): return NoiseTransport.refusal("Handshake MAC failure")
        case (.noise, .wrongHandshake): return NoiseTransport.refusal("Handshake error")
        default: return nil
        }
    }
}

import Crypto

/// Frames with encryption, and the handshake before them.
///
/// ```
/// 01   length u16 big endian   body
///
/// client: any bytes                                 its hello
/// server: 01, name, 00, MAC, 00                     its hello
/// client: 00, message 1 of Noise
/// server: 00, message 2 of Noise; or 01, reason
/// both:   sealed: type u16, length u16 (both big endian), payload
/// ```
struct NoiseTransport: Sendable {
    private enum Phase: Sendable {
        case hello
        case handshake(prologue: [UInt8])
        case open(NoiseCiphers)
    }

    private let key: EncryptionKey
    private let name: String
    private let mac: String
    private let makeEphemeral: @Sendable () -> Curve25519.KeyAgreement.PrivateKey
    private var phase = Phase.hello

    init(
        key: EncryptionKey, name: String, mac: String,
        makeEphemeral: @escaping @Sendable () -> Curve25519.KeyAgreement.PrivateKey = { .init() }
    ) {
        (self.key, self.name, self.mac, self.makeEphemeral) = (key, name, mac, makeEphemeral)
    }

    var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    static func refusal(_ reason: String) -> [UInt8] { envelope([1] + Array(reason.utf8)) }

    private static func envelope(_ body: [UInt8]) -> [UInt8] {
        [Frame.encrypted, UInt8(truncatingIfNeeded: body.count >> 8), UInt8(truncatingIfNeeded: body.count)] + body
    }

    /// Takes a frame and what it means. Returns nil if it is not whole yet.
    mutating func take(_ rest: inout ArraySlice<UInt8>) throws(TransportFault) -> [TransportOutput]? {
        guard let first = rest.first else { return nil }
        guard first == Frame.encrypted else {
            throw first == Frame.plain ? .plainText : .wrongIndicator
        }
        let head = Array(rest.prefix(3))
        guard head.count == 3 else { return nil }
        let length = Int(head[1]) << 8 | Int(head[2])
        guard rest.count >= 3 + length else { return nil }
        let body = Array(rest.dropFirst(3).prefix(length))
        rest = rest.dropFirst(3 + length)
        switch phase {
        case .hello:
            phase = .handshake(prologue: Array("NoiseAPIInit".utf8) + head[1...2] + body)
            return [.send(NoiseTransport.envelope([1] + Array(name.utf8) + [0] + Array(mac.utf8) + [0]))]
        case .handshake(let prologue):
            guard body.first == 0 else { throw .wrongHandshake }
            var responder = NoiseResponder(prologue: prologue, key: key, ephemeral: makeEphemeral())
            do {
                let answer = try responder.answer(Array(body.dropFirst()))
                phase = .open(answer.ciphers)
                return [.send(NoiseTransport.envelope([0] + answer.message))]
            } catch {
                throw error == .wrongKey ? .wrongKey : .wrongHandshake
            }
        case .open(var ciphers):
            guard let text = ciphers.incoming.open(body), text.count >= 4 else { throw .wrongFrame }
            phase = .open(ciphers)
            let type = UInt32(text[0]) << 8 | UInt32(text[1])
            let length = Int(text[2]) << 8 | Int(text[3])
            guard text.count >= 4 + length else { throw .wrongFrame }
            return [.frame(Frame(type: MessageType(rawValue: type), payload: Array(text[4..<(4 + length)])))]
        }
    }

    /// Nil if the payload is too long, or before the handshake is over.
    mutating func encode(_ type: MessageType, _ payload: [UInt8]) -> [UInt8]? {
        guard case .open(var ciphers) = phase, payload.count <= Frame.longestPayload,
            let type = UInt16(exactly: type.rawValue)
        else { return nil }
        let head = [
            UInt8(truncatingIfNeeded: type >> 8), UInt8(truncatingIfNeeded: type),
            UInt8(truncatingIfNeeded: payload.count >> 8), UInt8(truncatingIfNeeded: payload.count),
        ]
        let sealed = ciphers.outgoing.seal(head + payload)
        phase = .open(ciphers)
        return sealed.map(NoiseTransport.envelope)
    }
}

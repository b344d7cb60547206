import Crypto
import Foundation

/// Server's side of the handshake Noise_NNpsk0_25519_ChaChaPoly_SHA256.
///
/// ```
/// client: psk, e     message 1: ephemeral key 32, tag 16
/// server: e, ee      message 2: ephemeral key 32, tag 16
/// ```
///
/// Source: The Noise Protocol Framework, revision 34, 5 and 9.
struct NoiseResponder {
    enum Fault: Error, Sendable, Hashable {
        /// The message is not 48 bytes long.
        case wrongLength
        /// The client has another key, or the message was changed.
        case wrongKey
        /// The client's ephemeral key gives a secret that anybody knows.
        case weakKey
    }

    /// Length of both messages, in bytes.
    static let messageLength = 48
    private static let protocolName = "Noise_NNpsk0_25519_ChaChaPoly_SHA256"
    private static let keyLength = 32

    private var hash: [UInt8]
    private var chainingKey: [UInt8]
    private var key: [UInt8]?
    private let preShared: EncryptionKey
    private let ephemeral: Curve25519.KeyAgreement.PrivateKey

    /// - Parameter ephemeral: Key of this handshake only.
    init(prologue: [UInt8], key: EncryptionKey, ephemeral: Curve25519.KeyAgreement.PrivateKey) {
        // The name is longer than a hash, so its hash is used.
        hash = Array(SHA256.hash(data: Array(NoiseResponder.protocolName.utf8)))
        chainingKey = hash
        preShared = key
        self.ephemeral = ephemeral
        mixHash(prologue)
    }

    /// Reads message 1 and answers it.
    ///
    /// - Returns: Message 2, and the ciphers of both directions.
    mutating func answer(_ message: [UInt8]) throws(Fault) -> (message: [UInt8], ciphers: NoiseCiphers, hash: [UInt8]) {
        guard message.count == NoiseResponder.messageLength else { throw .wrongLength }
        let theirs = Array(message[..<NoiseResponder.keyLength])
        mixKeyAndHash(preShared.bytes)
        mixHash(theirs)
        // With a pre-shared key, ephemeral keys are mixed as keys too.
        mixKey(theirs)
        try openEmpty(Array(message[NoiseResponder.keyLength...]))

        let ours = Array(ephemeral.publicKey.rawRepresentation)
        mixHash(ours)
        mixKey(ours)
        mixKey(try secret(with: theirs))
        let tag = try sealEmpty()
        let keys = expand(chainingKey, [], count: 2)
        return (
            ours + tag, NoiseCiphers(incoming: NoiseCipher(key: keys[0]), outgoing: NoiseCipher(key: keys[1])), hash
        )
    }

    private func secret(with key: [UInt8]) throws(Fault) -> [UInt8] {
        do {
            let theirs = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key)
            let secret = try ephemeral.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { Array($0) }
            // Points of low order give zero, whatever the other key is. Source: RFC 7748, 6.1.
            guard secret.contains(where: { $0 != 0 }) else { throw Fault.weakKey }
            return secret
        } catch {
            throw .weakKey
        }
    }

    // MARK: Symmetric state

    private mutating func mixHash(_ data: [UInt8]) { hash = Array(SHA256.hash(data: hash + data)) }

    private mutating func mixKey(_ material: [UInt8]) {
        let keys = expand(chainingKey, material, count: 2)
        (chainingKey, key) = (keys[0], keys[1])
    }

    private mutating func mixKeyAndHash(_ material: [UInt8]) {
        let keys = expand(chainingKey, material, count: 3)
        chainingKey = keys[0]
        mixHash(keys[1])
        key = keys[2]
    }

    /// Checks the tag of an empty text. The nonce is 0, since each key is used once.
    private mutating func openEmpty(_ tag: [UInt8]) throws(Fault) {
        var cipher = NoiseCipher(key: key ?? [])
        guard cipher.open(tag, authenticating: hash) != nil else { throw .wrongKey }
        mixHash(tag)
    }

    private mutating func sealEmpty() throws(Fault) -> [UInt8] {
        var cipher = NoiseCipher(key: key ?? [])
        guard let tag = cipher.seal([], authenticating: hash) else { throw .weakKey }
        mixHash(tag)
        return tag
    }

    /// HKDF as Noise uses it. Source: the framework's 4.3.
    private func expand(_ chainingKey: [UInt8], _ material: [UInt8], count: UInt8) -> [[UInt8]] {
        let root = SymmetricKey(
            data: Array(HMAC<SHA256>.authenticationCode(for: material, using: SymmetricKey(data: chainingKey))))
        var outputs: [[UInt8]] = []
        for number in 1...count {
            outputs.append(Array(HMAC<SHA256>.authenticationCode(for: (outputs.last ?? []) + [number], using: root)))
        }
        return outputs
    }
}

/// Ciphers of both directions of a connection.
struct NoiseCiphers: Sendable {
    var incoming: NoiseCipher
    var outgoing: NoiseCipher
}

/// ChaChaPoly with a counter as nonce.
struct NoiseCipher: Sendable {
    static let tagLength = 16

    private let key: SymmetricKey
    private var counter: UInt64 = 0

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// Four zeros, then the counter, least significant byte first.
    private mutating func nextNonce() -> ChaChaPoly.Nonce? {
        // The last value is reserved, and is not reached in practice.
        guard counter < .max else { return nil }
        defer { counter += 1 }
        var bytes = [UInt8](repeating: 0, count: 4)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: counter >> shift))
        }
        // Twelve bytes are always a nonce.
        return try? ChaChaPoly.Nonce(data: bytes)
    }

    /// Returns the text; nil if the tag is wrong.
    mutating func open(_ sealed: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
        guard sealed.count >= NoiseCipher.tagLength, let nonce = nextNonce() else { return nil }
        let text = sealed.count - NoiseCipher.tagLength
        // Any failure means that the bytes are not from the peer.
        guard let box = try? ChaChaPoly.SealedBox(nonce: nonce, ciphertext: sealed[..<text], tag: sealed[text...]),
            let opened = try? ChaChaPoly.open(box, using: key, authenticating: data)
        else { return nil }
        return Array(opened)
    }

    /// Returns the text with its tag; nil if the key is not 32 bytes long or the counter is used up.
    mutating func seal(_ text: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
        guard let nonce = nextNonce() else { return nil }
        guard let box = try? ChaChaPoly.seal(text, using: key, nonce: nonce, authenticating: data) else { return nil }
        return Array(box.ciphertext) + Array(box.tag)
    }
}

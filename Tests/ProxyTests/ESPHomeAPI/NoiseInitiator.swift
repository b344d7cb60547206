import Crypto
import Foundation

@testable import ESPHomeAPI

/// Client's first message with any ephemeral key, even one that no client would have.
struct NoiseInitiator {
    private let key: EncryptionKey

    init(key: EncryptionKey) {
        self.key = key
    }

    mutating func message(_ point: [UInt8]) -> [UInt8] {
        let name = Array("Noise_NNpsk0_25519_ChaChaPoly_SHA256".utf8)
        var hash = Array(SHA256.hash(data: name))
        var chaining = hash
        hash = Array(SHA256.hash(data: hash + Array("NoiseAPIInit".utf8) + [0, 0]))
        let mixed = expand(chaining, key.bytes, count: 3)
        chaining = mixed[0]
        hash = Array(SHA256.hash(data: hash + mixed[1]))
        hash = Array(SHA256.hash(data: hash + point))
        var cipher = NoiseCipher(key: expand(chaining, point, count: 2)[1])
        return point + (cipher.seal([], authenticating: hash) ?? [])
    }

    private func expand(_ chaining: [UInt8], _ material: [UInt8], count: UInt8) -> [[UInt8]] {
        func mac(_ data: [UInt8], _ key: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
        }
        let root = mac(material, chaining)
        var outputs: [[UInt8]] = []
        for number in 1...count { outputs.append(mac((outputs.last ?? []) + [number], root)) }
        return outputs
    }
}

import Randomness
import struct Crypto.SHA256
import DongleProtocol
import SimulatedDongle

/// A config of random bytes, and the requests that transfer it.
package struct SeededConfig: Sendable, Hashable {
    package let bytes: [UInt8]
    package let digest: Digest

    package init(bytes count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        bytes = (0..<count).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) }
        // The hash has the 32 bytes of a digest.
        digest = Digest(Array(SHA256.hash(data: bytes))) ?? .zero
    }

    /// - Parameter base: Digest of the config to be replaced.
    package func begin(base: ShortDigest = .zero) -> ConfigBeginRequest {
        ConfigBeginRequest(deadlineMs: 15_000, length: UInt32(bytes.count), digest: digest, base: base)
    }

    package func commit(_ begun: ConfigBeginResult) -> ConfigCommitRequest {
        ConfigCommitRequest(deadlineMs: 15_000, transfer: begun.transfer, digest: digest.short)
    }
}

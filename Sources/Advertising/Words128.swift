/// 128 bits as two words.
///
/// A stored `UInt128` aligns its owner to 16 bytes. If a closure captures such a value and is
/// passed to an async function with typed throws, code optimised by Swift 6.3.1 crashes;
/// Words128Tests shows a program.
struct Words128: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    init(_ value: UInt128) {
        high = UInt64(truncatingIfNeeded: value >> 64)
        low = UInt64(truncatingIfNeeded: value)
    }

    var value: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

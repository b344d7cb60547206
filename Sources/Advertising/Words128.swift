/// 128 bits as two words, which is how a `UInt128` is stored here.
///
/// A stored `UInt128` aligns what holds it to 16 bytes, and where a closure captures that on its way through an async
/// function with typed throws, what the optimizer of Swift 6.3.1 makes of it crashes: see Words128Tests.
struct Words128: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    init(_ value: UInt128) {
        high = UInt64(truncatingIfNeeded: value >> 64)
        low = UInt64(truncatingIfNeeded: value)
    }

    var value: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

import Glibc

/// Cuts the bytes of one direction of a serial line into stretches that end with a zero, and neither changes nor loses any:
/// the stretches one behind the other are what came.
///
/// ```
/// 00 enc od ed 00 │ 00 enc 00 │ no ise 00 │ enc od …
/// ```
///
/// Zeros belong to the stretch that follows them; one alone closes it. Source: firmware-protocol/SPEC.md 1.1.
struct StretchCutter: Sendable {
    /// A stretch longer than this comes in pieces, so that a packet with it can be written to a pipe in one go.
    static let longestPiece = 3840

    /// What no zero has ended yet, at most ``longestPiece``.
    private(set) var unfinished: [UInt8] = []
    /// Whether the stretch has begun, with bytes other than zero. Those may have been handed out already.
    private var hasContent = false

    /// Takes the next bytes and hands out what they complete, in pieces of at most ``longestPiece``.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
            var end = start
            if !hasContent {
                while end < bytes.count, bytes[end] == 0 { end += 1 }
                hasContent = end < bytes.count
            }
            if hasContent, let zero = memchr(base + end, 0, bytes.count - end) {
                end = UnsafeRawPointer(zero) - base + 1
                hand(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isLast: true, take)
                hasContent = false
            } else {
                end = bytes.count
                hand(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isLast: false, take)
            }
            start = end
        }
    }

    /// Hands out what has come of a stretch that no zero has ended.
    mutating func flush(_ take: (UnsafeRawBufferPointer) -> Void) {
        guard !unfinished.isEmpty else { return }
        unfinished.withUnsafeBytes(take)
        unfinished.removeAll(keepingCapacity: true)
    }

    private mutating func hand(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ take: (UnsafeRawBufferPointer) -> Void
    ) {
        if isLast, unfinished.isEmpty, bytes.count <= Self.longestPiece { return take(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.longestPiece - unfinished.count)
            unfinished.append(contentsOf: piece)
            rest = rest.dropFirst(piece.count)
            if unfinished.count == Self.longestPiece { flush(take) }
        }
        if isLast { flush(take) }
    }
}

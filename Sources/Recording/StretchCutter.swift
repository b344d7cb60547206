import Glibc

/// Cuts the bytes of one direction of a serial line into stretches that end with a zero. It changes
/// and loses no byte: the stretches, joined, are the bytes received.
///
/// ```
/// 00 enc od ed 00 │ 00 enc 00 │ no ise 00 │ enc od …
/// ```
///
/// Zeros belong to the stretch that follows them; a single zero ends a stretch. Source:
/// firmware-protocol/SPEC.md 1.1.
struct StretchCutter: Sendable {
    /// Maximum length of a piece. A longer stretch is split, so that its packet can be written to a
    /// pipe at once.
    static let longestPiece = 3840

    /// Bytes not yet ended by a zero, at most ``longestPiece``.
    private(set) var unfinished: [UInt8] = []
    /// Whether the stretch has bytes other than zero. They may have been passed on already.
    private var hasContent = false

    /// Adds bytes and passes on the stretches that they complete, in pieces of at most
    /// ``longestPiece``.
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

    /// Passes on the bytes of an unfinished stretch.
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

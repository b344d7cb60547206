/// Splits a serial byte stream into frames.
///
/// It does no I/O and never throws: noise on the line is valid input and is reported like the
/// frames. It makes no difference how the stream is split over calls to
/// ``feed(_:onFrame:onRejected:onNoise:)``. At most one encoded and one decoded frame of
/// `largestFrame` bytes are kept, allocated once. Source: SPEC.md 1.
public struct FrameDecoder: Sendable {
    /// Size of header and CRC in bytes, which is the smallest frame.
    static let overhead = FrameHeader.size + 4

    /// Largest decoded size of a frame in bytes, including header and CRC.
    public let largestFrame: Int

    /// Length of the longest byte sequence that can be a frame. A longer one decodes to more than
    /// `largestFrame` bytes, whatever its codes are.
    private let longestStretch: Int
    /// The beginning of a sequence whose end has not arrived yet.
    private var pending: [UInt8] = []
    /// Bytes already reported as noise of a sequence that overflowed and has not ended; 0 = none.
    private var overflowed = 0
    private var decoded: [UInt8]

    /// - Parameter largestFrame: Largest decoded size of a frame in bytes: the largest payload plus
    ///   12.
    public init(largestFrame: Int) {
        self.largestFrame = max(largestFrame, Self.overhead)
        // One code for each full block, and one more for a shorter or empty block at the end.
        longestStretch = self.largestFrame + self.largestFrame / 254 + 1
        decoded = [UInt8](repeating: 0, count: self.largestFrame)
        pending.reserveCapacity(longestStretch)
    }

    /// Number of bytes kept of a sequence whose end has not arrived yet.
    public var pendingCount: Int { pending.count }

    /// Discards the sequence that has begun, for example after reopening a port.
    public mutating func reset() {
        pending.removeAll(keepingCapacity: true)
        overflowed = 0
    }

    /// Takes the next bytes of the line and reports the frames and noise that they complete, in
    /// order.
    ///
    /// - Parameters:
    ///   - onFrame: Called for a frame whose CRC is right, with its payload. The span is valid only
    ///     during the call. Version, kind and session are not checked.
    ///   - onRejected: Called for a sequence that is not a frame, with the number of its bytes,
    ///     including the closing delimiter.
    ///   - onNoise: Called with the raw bytes of a rejected sequence without its delimiter, in one
    ///     or more pieces, before `onRejected` is called for it.
    public mutating func feed(
        _ bytes: RawSpan,
        onFrame: (FrameHeader, RawSpan) -> Void,
        onRejected: (Rejection, _ discarded: Int) -> Void,
        onNoise: (RawSpan) -> Void = { _ in }
    ) {
        bytes.withUnsafeBytes { input in
            guard let base = input.baseAddress else { return }
            var start = 0
            while start < input.count {
                let length = COBS.distanceToZero(base + start, limit: input.count - start)
                let stretch = UnsafeRawBufferPointer(start: base + start, count: length)
                start += length + 1
                guard start <= input.count else {
                    keep(stretch, onNoise)
                    return
                }
                if pending.isEmpty && overflowed == 0 {
                    if length > 0 { Self.finish(stretch, &decoded, onFrame, onRejected, onNoise) }
                } else {
                    keep(stretch, onNoise)
                    finishPending(onFrame, onRejected, onNoise)
                }
            }
        }
    }

    /// Adds a piece to the sequence that has begun. Once the sequence is too long, all its bytes
    /// are reported as noise.
    private mutating func keep(_ piece: UnsafeRawBufferPointer, _ onNoise: (RawSpan) -> Void) {
        if overflowed == 0 && piece.count <= longestStretch - pending.count {
            pending.append(contentsOf: piece)
            return
        }
        if !pending.isEmpty {
            onNoise(pending.span.bytes)
        }
        overflowed += pending.count + piece.count
        pending.removeAll(keepingCapacity: true)
        if !piece.isEmpty {
            onNoise(RawSpan(_unsafeBytes: piece))
        }
    }

    private mutating func finishPending(
        _ onFrame: (FrameHeader, RawSpan) -> Void, _ onRejected: (Rejection, Int) -> Void, _ onNoise: (RawSpan) -> Void
    ) {
        if overflowed > 0 {
            onRejected(.overflow, overflowed + 1)
            overflowed = 0
        } else {
            pending.withUnsafeBytes { Self.finish($0, &decoded, onFrame, onRejected, onNoise) }
            pending.removeAll(keepingCapacity: true)
        }
    }

    /// Decodes one whole sequence, which is not empty, and reports it.
    private static func finish(
        _ stretch: UnsafeRawBufferPointer,
        _ decoded: inout [UInt8],
        _ onFrame: (FrameHeader, RawSpan) -> Void,
        _ onRejected: (Rejection, Int) -> Void,
        _ onNoise: (RawSpan) -> Void
    ) {
        let rejection: Rejection? = decoded.withUnsafeMutableBytes { buffer in
            switch COBS.decode(stretch, to: buffer) {
            case .overflow: return .overflow
            case .malformed: return .malformed
            case .bytes(let count):
                guard count >= overhead, let base = buffer.baseAddress else { return .short }
                let stored = UInt32(
                    littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
                guard CRC32C.checksum(UnsafeRawBufferPointer(start: base, count: count - 4)) == stored else {
                    return .crc
                }
                let payload = UnsafeRawBufferPointer(start: base + FrameHeader.size, count: count - overhead)
                onFrame(FrameHeader(at: base), RawSpan(_unsafeBytes: payload))
                return nil
            }
        }
        if let rejection {
            onNoise(RawSpan(_unsafeBytes: stretch))
            onRejected(rejection, stretch.count + 1)
        }
    }
}

/// The newest bytes that belonged to no frame, at most 4 KiB, such as text of a boot loader or a
/// crash. They are kept for reports.
struct ConsoleNoise: Sendable {
    static let capacity = 4096
    private(set) var bytes: [UInt8] = []

    mutating func append(_ span: RawSpan) {
        let keep = min(span.byteCount, Self.capacity)
        if bytes.count + keep > Self.capacity {
            bytes.removeFirst(bytes.count + keep - Self.capacity)
        }
        span.extracting(last: keep).withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
}

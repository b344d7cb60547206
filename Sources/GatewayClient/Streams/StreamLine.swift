import Glibc

/// Position of a stream's line and of its type, found without parsing the JSON.
struct StreamLine {
    /// The line, with its newline.
    let bytes: Range<Int>
    /// The characters of the line's type.
    let type: Range<Int>

    /// Every line begins with `{"v":1,"ts":"2026-01-05T18:30:00.000000Z","type":"`, with other
    /// digits in the timestamp.
    private static let opening = Array("{\"v\":1,\"ts\":\"".utf8)
    private static let middle = Array("\",\"type\":\"".utf8)
    private static let timestampBytes = 27
    static let prefixBytes = opening.count + timestampBytes + middle.count
    private static let advert = Array("advert\"".utf8)

    /// Finds the line that begins at `start`; nil if the beginning is not that of a stream's line.
    init?(in lines: UnsafeBufferPointer<UInt8>, at start: Int) {
        guard let newline = lines[start...].firstIndexOfNewline else { return nil }
        let type = start + StreamLine.prefixBytes
        guard type < newline, StreamLine.opening.matches(lines, at: start),
            StreamLine.middle.matches(lines, at: type - StreamLine.middle.count),
            let end = lines[type..<newline].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        bytes = start..<newline + 1
        self.type = type..<end
    }

    /// Whether an advert line begins at `start`.
    static func isAdvert(_ lines: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        advert.matches(lines, at: start + prefixBytes) && opening.matches(lines, at: start)
            && middle.matches(lines, at: start + prefixBytes - middle.count)
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Searches with `memchr`, which is many times faster than a loop.
    var firstIndexOfNewline: Int? {
        guard let base = base.baseAddress, !isEmpty else { return nil }
        let start = UnsafeRawPointer(base + startIndex)
        guard let found = memchr(start, CInt(UInt8(ascii: "\n")), count) else { return nil }
        return startIndex + (UnsafeRawPointer(found) - start)
    }
}

extension [UInt8] {
    /// Whether `bytes` contains these bytes at `index`.
    fileprivate func matches(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index >= 0, bytes.count - index >= count, let base = bytes.baseAddress else { return false }
        return withUnsafeBytes { expected in
            guard let pattern = expected.baseAddress else { return true }
            return memcmp(base + index, pattern, expected.count) == 0
        }
    }
}

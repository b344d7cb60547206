import Foundation

/// Splits text into lines of limited length.
struct LineSplitter: Sendable {
    enum Line: Equatable {
        /// The line without its newline.
        case text(Data)
        /// The line was longer than the limit; its bytes were discarded.
        case tooLong
    }

    private static let newline = Int32(UInt8(ascii: "\n"))

    let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var isDiscarding = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds text. Lines already returned are removed, so the buffer holds at most `limit` bytes
    /// more than `bytes`.
    mutating func feed(_ bytes: [UInt8]) {
        buffer.removeSubrange(..<position)
        position = 0
        buffer += bytes
    }

    /// Returns the next complete line; nil if more text is needed.
    mutating func next() -> Line? {
        guard let end = newline() else {
            if buffer.count - position > limit {
                position = buffer.count
                isDiscarding = true
            }
            return nil
        }
        defer { position = end + 1 }
        return line(upTo: end)
    }

    /// Returns the text after the last newline, once; nil if there is none.
    mutating func finish() -> Line? {
        guard position < buffer.count || isDiscarding else { return nil }
        defer { position = buffer.count }
        return line(upTo: buffer.count)
    }

    /// Returns the end of the current line. The C library's search is fast in unoptimised builds
    /// too.
    private func newline() -> Int? {
        buffer[position...].withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return memchr(start, LineSplitter.newline, bytes.count).map { position + (UnsafeRawPointer($0) - start) }
        }
    }

    private mutating func line(upTo end: Int) -> Line {
        defer { isDiscarding = false }
        return isDiscarding || end - position > limit ? .tooLong : .text(Data(buffer[position..<end]))
    }
}

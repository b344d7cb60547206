import Foundation

/// Counts the lines of a scan's output and keeps the last one, which is its result.
struct LineCounter {
    /// Counts that a scan reports at its end.
    struct Result: Decodable {
        let type: String
        let received: Int
        let lost: Int
        let missed: Int
        let duration_s: Double

        var durationSeconds: Double { duration_s }
    }

    private(set) var lines = 0
    /// Bytes after the last newline but one.
    private var tail: [UInt8] = []

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var last: Int?
        var lastButOne: Int?
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines += 1
            (lastButOne, last) = (last, index)
        }
        if let lastButOne {
            tail = Array(bytes[(lastButOne + 1)...])
        } else if last != nil, let end = tail.lastIndex(of: UInt8(ascii: "\n")) {
            tail = tail[(end + 1)...] + Array(bytes)
        } else {
            tail += bytes
        }
    }

    /// The last line, if it is a result.
    var result: Result? {
        // Any other line is not a result.
        guard let result = try? JSONDecoder().decode(Result.self, from: Data(tail)), result.type == "result" else {
            return nil
        }
        return result
    }
}

/// Reads an input field by field. Past the end, numbers are zero and bytes are missing.
struct FuzzInput {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ start: UnsafeRawPointer?, _ count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    var isEmpty: Bool { position == bytes.count }

    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func word() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

    mutating func long() -> UInt32 { UInt32(word()) | UInt32(word()) << 16 }

    /// Returns the next bytes, at most `count`.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = bytes[position..<min(bytes.count, position + count)]
        position += taken.count
        return [UInt8](taken)
    }

    mutating func rest() -> [UInt8] { bytes(bytes.count) }
}

/// Ends the program if `condition` does not hold, which the fuzzer counts as a crash.
func claim(_ condition: Bool, _ claimed: StaticString, line: UInt = #line) {
    if !condition { fatalError("does not hold: \(claimed), in line \(line)") }
}

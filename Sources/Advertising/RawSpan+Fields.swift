// Reads of single fields. RawSpan checks the bounds; callers check the length first, because an
// access out of bounds traps.
extension RawSpan {
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always)
    func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
        T(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }

    @inline(__always)
    func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
        T(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }

    func copied() -> [UInt8] {
        withUnsafeBytes { Array($0) }
    }
}

extension FixedWidthInteger {
    /// The value's bytes, least significant first.
    var littleEndianBytes: [UInt8] {
        withUnsafeBytes(of: littleEndian) { Array($0) }
    }

    /// The value's bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}

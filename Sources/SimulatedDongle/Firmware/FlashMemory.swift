import CDongleCore
import Foundation

/// The flash of a simulated dongle: areas of erase units, in memory, and in a file if it is given one.
///
/// As in real flash, erased bytes are 0xFF and programming only clears bits. It outlives reboots of the dongle.
public final class FlashMemory {
    /// Why the file is of no use.
    public enum Failure: Error, Sendable, Hashable {
        /// The file cannot be read or made; `code` is the system's errno.
        case cannotOpen(path: String, code: Int32)
        /// The file is not of this size, so it is not the flash of such a dongle.
        case wrongSize(path: String, bytes: Int, expected: Int)
    }

    private static let erased: UInt8 = 0xFF

    /// Two areas, as the core's config store has.
    public static let areas = 2
    /// Bytes that are erased together, as the core is built for.
    public static let unitBytes = 4096
    /// Bytes of an area, as the core is built for.
    public static let areaBytes = Int(perch_config_area_size())

    /// Units erased and bytes programmed so far: what a real flash would have taken its time for.
    public private(set) var erasedUnits = 0
    public private(set) var programmedBytes = 0
    /// Erasures and programmings until the power fails: the last of them is done by half, and nothing has an effect after it. Nil = never.
    public var changesUntilPowerFails: Int?
    /// Whether the power has failed, so that whatever the firmware does now never happened.
    public var hasPowerFailed: Bool { changesUntilPowerFails.map { $0 <= 0 } ?? false }

    private var content: [UInt8]
    private let file: FileHandle?

    /// - Parameter path: File that keeps the content, made if there is none; every change is in it at once. Nil = the
    ///   content is forgotten with the process.
    public init(path: String? = nil) throws(Failure) {
        let size = FlashMemory.areas * FlashMemory.areaBytes
        guard let path else {
            content = Array(repeating: FlashMemory.erased, count: size)
            file = nil
            return
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            content = [UInt8](try file.readToEnd() ?? Data())
            if content.isEmpty {
                content = Array(repeating: FlashMemory.erased, count: size)
                try file.write(contentsOf: content)
            }
        } catch {
            throw .cannotOpen(path: path, code: EIO)
        }
        guard content.count == size else { throw .wrongSize(path: path, bytes: content.count, expected: size) }
        self.file = file
    }

    /// Erases one unit.
    ///
    /// - Returns: False outside the flash, or when the file could not be written.
    func erase(area: Int, unit: Int) -> Bool {
        guard let range = range(area: area, offset: unit * FlashMemory.unitBytes, length: FlashMemory.unitBytes) else {
            return false
        }
        let part = powered(range)
        for index in part { content[index] = FlashMemory.erased }
        erasedUnits += 1
        return save(part)
    }

    /// Programs bytes; only the bits that are 0 in them have an effect.
    ///
    /// - Returns: False outside the flash, or when the file could not be written.
    func program(area: Int, offset: Int, bytes: UnsafeRawBufferPointer) -> Bool {
        guard let range = range(area: area, offset: offset, length: bytes.count) else { return false }
        let part = powered(range)
        for (index, byte) in zip(part, bytes) { content[index] &= byte }
        programmedBytes += bytes.count
        return save(part)
    }

    /// Copies bytes; 0xFF stands for what lies outside.
    func read(area: Int, offset: Int, into bytes: UnsafeMutableRawBufferPointer) {
        guard let range = range(area: area, offset: offset, length: bytes.count) else {
            for index in bytes.indices { bytes[index] = FlashMemory.erased }
            return
        }
        content.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// The part of a change that the power suffices for.
    private func powered(_ range: Range<Int>) -> Range<Int> {
        guard let left = changesUntilPowerFails else { return range }
        changesUntilPowerFails = max(0, left - 1)
        if left > 1 { return range }
        return left == 1 ? range.prefix(range.count / 2) : range.prefix(0)
    }

    private func range(area: Int, offset: Int, length: Int) -> Range<Int>? {
        guard (0..<FlashMemory.areas).contains(area), offset >= 0, length >= 0, offset + length <= FlashMemory.areaBytes
        else { return nil }
        let start = area * FlashMemory.areaBytes + offset
        return start..<start + length
    }

    private func save(_ range: Range<Int>) -> Bool {
        guard let file else { return true }
        do {
            try file.seek(toOffset: UInt64(range.lowerBound))
            try file.write(contentsOf: content[range])
            return true
        } catch {
            return false
        }
    }
}

import Randomness
import CDongleCore
import Foundation

/// The flash of a simulated dongle: areas of erase units, kept in memory and optionally in a file.
///
/// As in real flash, erased bytes are 0xFF and programming only clears bits. The content survives
/// reboots of the dongle.
package final class FlashMemory {
    /// Reason why the file cannot be used.
    package enum Failure: Error, Sendable, Hashable {
        /// The file cannot be read or created; `code` is the system's errno.
        case cannotOpen(path: String, code: Int32)
        /// The file has another size, so it is not the flash of such a dongle.
        case wrongSize(path: String, bytes: Int, expected: Int)
    }

    private static let erased: UInt8 = 0xFF
    /// Number of bytes that real flash programs at once.
    private static let wordBytes = 4

    /// Number of areas. The core's config store has two.
    package static let areas = 2
    /// Size of an erase unit in bytes, as in the core's build.
    package static let unitBytes = 4096
    /// Size of an area in bytes, as in the core's build.
    package static let areaBytes = Int(perch_config_area_size())

    /// Number of words programmed and units erased so far. A power cut can hit each of these steps.
    package private(set) var steps = 0
    /// Whether the power is on. Without it nothing is programmed or erased.
    package private(set) var isPowered = true
    /// Number of units erased and bytes programmed so far. A real flash would need time for them.
    package private(set) var erasedUnits = 0
    package private(set) var programmedBytes = 0

    private var content: [UInt8]
    private let file: FileHandle?
    private var powerCut: PowerCut?

    /// - Parameter path: File that keeps the content. It is created if missing, and every change is
    ///   written at once. Nil = the content is lost with the process.
    package init(path: String? = nil) throws(Failure) {
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

    /// Cuts the power during a later step, which remains half done.
    ///
    /// - Parameters:
    ///   - step: Number of the step, counted from 1, which is the next.
    ///   - seed: Seed for the remains of the step: some of a word's bits not yet cleared, or
    ///     arbitrary bytes in a unit from some byte on.
    package func cutPower(atStep step: Int, seed: UInt64) {
        powerCut = PowerCut(step: steps + step, random: SplitMix64(seed: seed))
    }

    /// Restores the power and cancels a power cut that has not happened yet.
    package func restorePower() {
        powerCut = nil
        isPowered = true
    }

    /// Erases one unit.
    ///
    /// - Returns: False outside the flash, without power, or if the file could not be written.
    func erase(area: Int, unit: Int) -> Bool {
        guard let range = range(area: area, offset: unit * FlashMemory.unitBytes, length: FlashMemory.unitBytes) else {
            return false
        }
        let outcome = takeStep()
        erasedUnits += 1
        switch outcome {
        case .done: for index in range { content[index] = FlashMemory.erased }
        case .torn: powerCut?.tearErase(of: &content[range])
        case .refused: return false
        }
        return save(range) && outcome == .done
    }

    /// Programs bytes. Only their 0 bits have an effect.
    ///
    /// - Returns: False outside the flash, without power, or if the file could not be written.
    func program(area: Int, offset: Int, bytes: UnsafeRawBufferPointer) -> Bool {
        guard let range = range(area: area, offset: offset, length: bytes.count) else { return false }
        var outcome = StepOutcome.done
        programmedBytes += bytes.count
        for start in stride(from: 0, to: bytes.count, by: FlashMemory.wordBytes) where outcome == .done {
            outcome = takeStep()
            for index in start..<min(start + FlashMemory.wordBytes, bytes.count) where outcome != .refused {
                let kept = outcome == .torn ? powerCut?.keptBits() ?? 0 : 0
                content[range.lowerBound + index] &= bytes[index] | kept
            }
        }
        return save(range) && outcome == .done
    }

    private enum StepOutcome {
        case done
        /// The power was cut during the step.
        case torn
        /// There was no power for the step.
        case refused
    }

    private func takeStep() -> StepOutcome {
        guard isPowered else { return .refused }
        steps += 1
        isPowered = steps != powerCut?.step
        return isPowered ? .done : .torn
    }

    /// Copies bytes. Outside the flash all bytes are 0xFF.
    func read(area: Int, offset: Int, into bytes: UnsafeMutableRawBufferPointer) {
        guard let range = range(area: area, offset: offset, length: bytes.count) else {
            for index in bytes.indices { bytes[index] = FlashMemory.erased }
            return
        }
        content.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
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

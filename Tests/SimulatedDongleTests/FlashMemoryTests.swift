import Foundation
import Testing

@testable import SimulatedDongle

struct FlashMemoryTests {
    private func read(_ flash: FlashMemory, area: Int = 0, offset: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { flash.read(area: area, offset: offset, into: $0) }
        return bytes
    }

    private func program(_ flash: FlashMemory, area: Int = 0, offset: Int, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { flash.program(area: area, offset: offset, bytes: $0) }
    }

    @Test("programming clears bits and never sets them; erasing sets a unit")
    func program() throws {
        let flash = try FlashMemory()
        #expect(read(flash, offset: 0, count: 2) == [0xFF, 0xFF])
        #expect(program(flash, offset: 0, [0xF0, 0x0F]))
        #expect(program(flash, offset: 0, [0x3C, 0xFF]))
        #expect(read(flash, offset: 0, count: 2) == [0x30, 0x0F])
        #expect(program(flash, offset: FlashMemory.unitBytes, [1]))
        #expect(flash.erase(area: 0, unit: 0))
        #expect(read(flash, offset: 0, count: 2) == [0xFF, 0xFF])
        #expect(read(flash, offset: FlashMemory.unitBytes, count: 1) == [1])
    }

    @Test("areas are apart, and nothing lies outside them")
    func bounds() throws {
        let flash = try FlashMemory()
        #expect(program(flash, area: 1, offset: 0, [1]))
        #expect(read(flash, area: 0, offset: 0, count: 1) == [0xFF])
        #expect(!program(flash, area: 2, offset: 0, [1]))
        #expect(!program(flash, offset: FlashMemory.areaBytes, [1]))
        #expect(!flash.erase(area: 0, unit: FlashMemory.areaBytes / FlashMemory.unitBytes))
    }

    @Test("a file keeps the content, and one of another size is refused")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).flash").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            let flash = try FlashMemory(path: path)
            #expect(program(flash, area: 1, offset: 5, [1, 2, 3]))
        }
        #expect(read(try FlashMemory(path: path), area: 1, offset: 4, count: 4) == [0xFF, 1, 2, 3])
        try Data([1]).write(to: URL(fileURLWithPath: path))
        #expect(
            throws: FlashMemory.Failure.wrongSize(
                path: path, bytes: 1, expected: FlashMemory.areas * FlashMemory.areaBytes)
        ) { try FlashMemory(path: path) }
    }
}

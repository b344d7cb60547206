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

    @Test("a power cut leaves the word it hits half programmed, and nothing happens until the power is back")
    func tornWord() throws {
        var seen: Set<[UInt8]> = []
        for seed in 0..<64 {
            let flash = try FlashMemory()
            #expect(program(flash, offset: 0, [0, 0, 0, 0]))
            flash.cutPower(atStep: 2, seed: UInt64(seed))
            #expect(!program(flash, offset: 16, [1, 2, 3, 4, 0x0F, 0x0F, 0x0F, 0x0F, 5, 6, 7, 8]))
            #expect(!flash.isPowered)
            #expect(read(flash, offset: 16, count: 4) == [1, 2, 3, 4])
            let torn = read(flash, offset: 20, count: 4)
            #expect(torn.allSatisfy { $0 & 0x0F == 0x0F })
            #expect(read(flash, offset: 24, count: 4) == [0xFF, 0xFF, 0xFF, 0xFF])
            #expect(!program(flash, offset: 24, [0]))
            #expect(!flash.erase(area: 0, unit: 0))
            flash.restorePower()
            #expect(read(flash, offset: 0, count: 1) == [0])
            #expect(program(flash, offset: 24, [0]))
            #expect(flash.steps == 4)
            seen.insert(torn)
        }
        #expect(seen.count > 32)
    }

    @Test("a power cut leaves the unit it hits half erased, and the others alone")
    func tornUnit() throws {
        let before = [UInt8](repeating: 0xA5, count: FlashMemory.unitBytes)
        var seen: Set<Int> = []
        for seed in 0..<32 {
            let flash = try FlashMemory()
            #expect(program(flash, offset: 0, before))
            #expect(program(flash, offset: FlashMemory.unitBytes, before))
            flash.cutPower(atStep: 1, seed: UInt64(seed))
            #expect(!flash.erase(area: 0, unit: 0))
            seen.insert(zip(read(flash, offset: 0, count: before.count), before).prefix { $0 == $1 }.count)
            #expect(read(flash, offset: FlashMemory.unitBytes, count: before.count) == before)
            flash.restorePower()
            #expect(flash.erase(area: 0, unit: 0))
        }
        #expect(seen.count > 16)
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

import FlockFinder
import Foundation
import Store

/// Times of 10,000 patterns: into the store, into a config, and through the verb that lists them.
enum PatternFigures {
    struct WrongCount: Error {
        let count: Int
    }

    private static let count = 10_000
    private static let rounds = 9
    private static let start: Int64 = 1_790_000_040_000_000

    static func measure() throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("perch"), withIntermediateDirectories: true)
        // A failure leaves only files in the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        let patterns = try patterns()
        return [
            try storing(patterns, in: folder), try encoding(patterns), try comparing(patterns),
            try listing(patterns, in: folder),
        ]
    }

    /// Returns patterns of four kinds, equally many of each.
    private static func patterns() throws -> [Pattern] {
        try (0..<count).map { number in
            let digits = String(number + 0x100000, radix: 16)
            return switch number % 4 {
            case 0: try Pattern(.ssid, "Network \(digits) of the bench", deviceType: "Camera")
            case 1: try Pattern(.mac, digits + digits.suffix(2), deviceType: "Camera")
            case 2: try Pattern(.bleName, "Device \(digits)", deviceType: "Battery")
            default:
                try Pattern(.bleUUID, "00\(digits)-1212-efde-1523-785feabcd123", deviceType: "Detector")
            }
        }
    }

    private static func storing(_ patterns: [Pattern], in folder: URL) throws -> Figure {
        let times = try (0..<rounds).map { round in
            let path = folder.appendingPathComponent("\(round).db").path
            return try Waiting.value {
                let store = try Store.open(path: path)
                let clock = ContinuousClock()
                let began = clock.now
                try await store.patterns.change(patterns.map { .add(PatternDraft($0)) }, atMicroseconds: start)
                let time = (clock.now - began) / .milliseconds(1)
                let stored = try await store.patterns.list().count
                guard stored == count else { throw WrongCount(count: stored) }
                try store.close()
                return time
            }
        }
        return try figure("storing 10,000 patterns (one transaction, durable)", times, Targets.patternStoreMilliseconds)
    }

    private static func encoding(_ patterns: [Pattern]) throws -> Figure {
        var config = DeviceConfig()
        for pattern in patterns { config.lists[pattern.kind, default: []].append(DeviceConfig.Entry(pattern)) }
        var bytes = 0
        let times = (0..<rounds).map { _ in
            seconds { bytes = ConfigDialect.nested.encode(config).count } * 1_000
        }
        return try figure(
            "encoding 10,000 patterns as a nested config (\(bytes.formatted()) bytes)", times,
            Targets.patternEncodeMilliseconds)
    }

    private static func comparing(_ patterns: [Pattern]) throws -> Figure {
        var found = 0
        let times = (0..<rounds).map { _ in seconds { found = NearDuplicates(patterns).found.count } * 1_000 }
        guard let spread = Spread(times) else { throw WrongCount(count: found) }
        return .comparison("looking for near-duplicates among 10,000 patterns", measured: spread.text("ms"))
    }

    private static func listing(_ patterns: [Pattern], in folder: URL) throws -> Figure {
        try Waiting.value {
            let store = try Store.open(path: folder.appendingPathComponent("perch/perch.db").path)
            try await store.patterns.change(patterns.map { .add(PatternDraft($0)) }, atMicroseconds: start)
            try store.close()
        }
        let command = ["pattern", "list", "--json", "--gateway", "none"]
        // The first run also loads the bundled patterns, and does not count.
        let times = try (0...rounds).map { _ in try list(command, in: folder) }.dropFirst()
        return try figure(
            "process start → end, listing 10,000 patterns", Array(times), Targets.patternListMilliseconds,
            command: "perch \(command.joined(separator: " "))")
    }

    private static func list(_ command: [String], in folder: URL) throws -> Double {
        let start = ContinuousClock.now
        let verb = try PerchProcess(command, environment: ["XDG_STATE_HOME": folder.path])
        defer { verb.stop() }
        var lines = 0
        try verb.read(within: .seconds(15)) { bytes in
            lines += bytes.count { $0 == UInt8(ascii: "\n") }
            return true
        }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        // The result and the bundled patterns are lines, too.
        guard lines > count else { throw verb.ending() }
        return time
    }

    private static func figure(
        _ name: String, _ milliseconds: [Double], _ target: Double, command: String? = nil
    ) throws -> Figure {
        guard let spread = Spread(milliseconds) else { throw WrongCount(count: 0) }
        return Figure(
            name, measured: spread.text("ms"), target: "median ≤ \(target.text()) ms", isMet: spread.median <= target,
            command: command)
    }
}

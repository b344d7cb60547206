import GatewayTestSupport
import Foundation
import Gateway
import GatewayModel
import SimulatedDongle
import Store
import TestSupport

/// Time that provisioning adds to the radio's, and its use of the dongle's slots.
enum ProvisioningFigures {
    struct WrongOutcome: Error {
        let what: String
    }

    private static let rounds = 5
    private static let steps = 24
    private static let intervalMs = 15.0

    static func measure() throws -> [Figure] {
        try perStep() + batches() + KillFigures.measure()
    }

    // MARK: Steps

    /// Uses the dongle's clock for the times at which each write reached the radio and at which the
    /// beacon had answered the one before.
    private static func perStep() throws -> [Figure] {
        let memory = try Waiting.value { try await gaps(onDisk: false) }
        let disk = try Waiting.value { try await gaps(onDisk: true) }
        guard let added = Spread(memory.map(\.mean)), let withDisk = Spread(disk.map(\.mean)),
            let whole = Spread(disk.map(\.whole))
        else { throw WrongOutcome(what: "no run") }
        let longest = (memory.flatMap(\.gaps).max() ?? 0).text(2)
        return [
            Figure(
                "provisioning, host and dongle between a beacon's acknowledgement and the next step at the radio, journal in memory",
                measured: added.text("ms", decimals: 2) + ", longest \(longest) ms",
                target: "≤ \(Targets.stepMilliseconds.text()) ms", isMet: added.median <= Targets.stepMilliseconds),
            .comparison("the same, journal on the disk", measured: withDisk.text("ms", decimals: 2)),
            .comparison(
                "share of the disk: one durable commit a step",
                measured: "\((withDisk.median - added.median).text(2)) ms"),
            .comparison(
                "24 steps at a connection interval of 15 ms, from the first at the radio to the last acknowledged",
                measured: whole.text("ms")),
        ]
    }

    private struct Run: Sendable {
        /// Gaps in milliseconds.
        var gaps: [Double]
        var whole: Double
        var mean: Double { gaps.reduce(0, +) / Double(max(1, gaps.count)) }
    }

    private static func gaps(onDisk: Bool) async throws -> [Run] {
        var runs: [Run] = []
        for _ in 0..<rounds {
            try await withGateway(beacons: 1, onDisk: onDisk) { gateway, pty in
                try await provision(1...1, by: gateway)
                let times = await pty.requestTimes(1).suffix(steps)
                let gaps = zip(times.dropFirst(), times).map { ($0.queued - $1.answered) / .milliseconds(1) }
                guard gaps.count == steps - 1, let first = times.first, let last = times.last else {
                    throw WrongOutcome(what: "\(times.count) writes")
                }
                runs.append(Run(gaps: gaps, whole: (last.answered - first.queued) / .milliseconds(1)))
            }
        }
        return runs
    }

    // MARK: Slots

    private static func batches() throws -> [Figure] {
        var ratios: [Double] = []
        var (two, eight): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            two.append(try Waiting.value { try await time(2) })
            eight.append(try Waiting.value { try await time(8) })
            ratios.append((eight.last ?? 0) / (two.last ?? 1))
        }
        guard let ratio = Spread(ratios), let twoSpread = Spread(two), let eightSpread = Spread(eight) else {
            return []
        }
        return [
            Figure(
                "8 beacons with 4 slots against 2 beacons, from the order to the last one verified",
                measured: ratio.text("×", decimals: 2), target: "≤ \(Targets.batchRatio.text(1)) ×",
                isMet: ratio.median <= Targets.batchRatio),
            .comparison("2 beacons", measured: twoSpread.text("s", decimals: 2)),
            .comparison("8 beacons", measured: eightSpread.text("s", decimals: 2)),
        ]
    }

    private static func time(_ count: Int) async throws -> Double {
        var time = 0.0
        try await withGateway(beacons: count, onDisk: true) { gateway, _ in
            let began = ContinuousClock.now
            try await provision(1...count, by: gateway)
            time = (.now - began) / .seconds(1)
        }
        return time
    }

    // MARK: Gateway

    private static func withGateway(
        beacons: Int, onDisk: Bool, _ body: (Gateway, PtyDongle) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A failure leaves only files in the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        let pty = try BeaconRoom.dongle([String](repeating: "", count: beacons), connectionIntervalMs: intervalMs)
        defer { pty.stop() }
        let store = onDisk ? try Store.open(path: folder.appendingPathComponent("perch.db").path) : try .inMemory()
        try await BriefGateway.with(store, port: pty.path) { try await body($0, pty) }
    }

    private static func provision(_ numbers: ClosedRange<Int>, by gateway: Gateway) async throws {
        let items = numbers.map { number in
            ProvisioningItem(
                address: BeaconRoom.address(number), name: "Table \(number)",
                uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1201, minor: number)
        }
        let batch = try await gateway.provisioning.start(ProvisioningOrder(parallel: 4, items: items))
        for await _ in try await gateway.provisioning.subscribe(batch: batch.batch) {}
        let runs = try await gateway.provisioning.runs(batch: batch.batch, before: nil, limit: 99)
        guard runs.count == items.count, runs.allSatisfy({ $0.state == .verified }) else {
            throw WrongOutcome(what: runs.map { "\($0.state) \($0.reason?.message ?? "")" }.joined(separator: "; "))
        }
    }
}

import Foundation

/// Time from the start of `perch scan` to its first advert: process, simulated dongle, gateway,
/// greeting, scan.
enum FirstLineFigure {
    private static let runs = 15
    private static let command = ["scan", "--port", "sim", "--json"]

    static func measure() throws -> Figure {
        let milliseconds = try (0..<runs).map { _ in try run(command) }
        guard let spread = Spread(milliseconds) else { throw PerchProcess.Failure.noResult(verb: "perch scan") }
        return Figure(
            "process start → first advert", measured: spread.text("ms"),
            target: "median ≤ \(Targets.firstLineMilliseconds.text()) ms",
            isMet: spread.median <= Targets.firstLineMilliseconds,
            command: "perch \(command.joined(separator: " "))")
    }

    /// As ``measure()``, for a scan through a gateway that is already running.
    static func measureAgainstGateway() throws -> Figure {
        let rig = try GatewayRig(air: ["--scenario", "restaurant"])
        defer { rig.stop() }
        try rig.waitUntilServing()
        // After this first run the gateway has greeted its dongle.
        _ = try run(["scan", "--gateway", "unix:\(rig.socket)", "--json"])
        let milliseconds = try (0..<runs).map { _ in
            try run(["scan", "--gateway", "unix:\(rig.socket)", "--json"])
        }
        guard let spread = Spread(milliseconds) else { throw PerchProcess.Failure.noResult(verb: "perch scan") }
        return Figure(
            "process start → first advert, of a running gateway", measured: spread.text("ms"),
            target: "median ≤ \(Targets.firstLineOfGatewayMilliseconds.text()) ms",
            isMet: spread.median <= Targets.firstLineOfGatewayMilliseconds,
            command: "perch simulate --link PORT & perch serve --port PORT & perch scan --json")
    }

    private static func run(_ command: [String]) throws -> Double {
        let start = ContinuousClock.now
        let scan = try PerchProcess(command)
        defer { scan.stop() }
        var printed: [UInt8] = []
        var heard: ContinuousClock.Instant?
        try scan.read(within: .seconds(15)) { bytes in
            printed += bytes
            guard String(decoding: printed, as: UTF8.self).contains("\"type\":\"advert\"") else { return true }
            heard = .now
            return false
        }
        guard let heard else { throw scan.ending() }
        return (heard - start) / .milliseconds(1)
    }
}

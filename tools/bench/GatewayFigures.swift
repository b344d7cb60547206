import Foundation

/// Resources that a gateway uses, and its throughput.
enum GatewayFigures {
    private static let crowd = ["crowd.json": GatewayRig.scenario(beacons: 106)]
    private static let crowdAir = ["--scenario", "FOLDER/crowd.json"]
    private static let crowdCommand =
        "perch simulate --scenario CROWD (106 beacons, 10 adverts/s each) --link PORT & perch serve --port PORT"

    static func measure(recording: String) throws -> [Figure] {
        var figures = try [live(), idle()]
        figures += try readers()
        if FileManager.default.fileExists(atPath: recording) {
            figures.append(try throughput(recording: recording))
        } else {
            figures.append(.failed("gateway: recording at full speed", ReplayFigure.Absent(path: recording)))
        }
        figures.append(try FirstLineFigure.measureAgainstGateway())
        return figures
    }

    private static func live() throws -> Figure {
        let rig = try GatewayRig(air: crowdAir, files: crowd)
        defer { rig.stop() }
        try rig.waitUntilServing()
        let scan = try PerchProcess(["scan", "--gateway", "unix:\(rig.socket)", "--json", "--duration", "25s"])
        defer { scan.stop() }
        let counting = count(scan, within: .seconds(40))
        let used = try rig.usage(over: .seconds(20))
        guard let result = try counting.value()?.result else { throw scan.ending() }
        let rate = Double(result.received) / result.durationSeconds
        return Figure(
            "gateway, \(rate.text()) adverts/s live, one reader, 20 s",
            measured:
                "\(used.percent.text(1)) % of a core, \(used.megabytes.text()) MB resident (\(used.ownMegabytes.text(1)) its own), "
                + "\(result.lost) lost, \(result.missed) missed",
            target: "≤ \(Targets.livePercent.text()) % of a core, ≤ \(Targets.liveMegabytes.text()) MB",
            isMet: used.percent <= Targets.livePercent && used.megabytes <= Targets.liveMegabytes
                && rate >= Targets.liveRate,
            command: crowdCommand + " & perch scan --json --duration 25s")
    }

    private static func idle() throws -> Figure {
        let rig = try GatewayRig(air: ["--scenario", "empty"])
        defer { rig.stop() }
        try rig.waitUntilServing()
        let used = try rig.usage(over: .seconds(30))
        return Figure(
            "gateway, idle (a dongle that hears nothing), 30 s",
            measured:
                "\(used.percent.text(2)) % of a core, \(used.megabytes.text()) MB resident (\(used.ownMegabytes.text(1)) its own)",
            target: "≤ \(Targets.idlePercent.text(1)) % of a core", isMet: used.percent <= Targets.idlePercent,
            command: "perch simulate --scenario empty --link PORT & perch serve --port PORT")
    }

    private static func readers() throws -> [Figure] {
        let rig = try GatewayRig(air: crowdAir, files: crowd)
        defer { rig.stop() }
        try rig.waitUntilServing()
        let count = 100
        let readers = try AdvertReaders(count: count, socket: rig.socket, milliseconds: 25_000)
        let reading = Background { readers.readToEnd(within: .seconds(40)) }
        let used = try rig.usage(over: .seconds(20))
        _ = try reading.value()
        let result = readers.result
        let isWhole = result.ended == count && result.missed == 0 && result.adverts == result.received
        return [
            Figure(
                "gateway, 100 readers, \((Double(result.received) / Double(count) / 25).text()) adverts/s each, 20 s",
                measured:
                    "\(used.percent.text()) % of a core, \(used.megabytes.text()) MB resident (\(used.ownMegabytes.text(1)) its own), "
                    + "\(result.missed) missed, \(result.received - result.adverts) absent, "
                    + "\(count - result.ended) streams cut",
                target: "≤ \(Targets.readersPercent.text()) % of a core, none missed",
                isMet: used.percent <= Targets.readersPercent && isWhole,
                command: crowdCommand + "; 100 × GET /v1/adverts")
        ]
    }

    private static func throughput(recording: String) throws -> Figure {
        let rig = try GatewayRig(air: ["--replay", recording, "--loop", "--speed", "max"])
        defer { rig.stop() }
        try rig.waitUntilServing()
        let duration = "10s"
        let scan = try PerchProcess(["scan", "--gateway", "unix:\(rig.socket)", "--json", "--duration", duration])
        defer { scan.stop() }
        guard let counter = try count(scan, within: .seconds(30)).value(), let result = counter.result else {
            throw scan.ending()
        }
        let rate = Double(result.received) / result.durationSeconds
        let isComplete = counter.lines == result.received + 1
        return Figure(
            "recording at full speed → link → gateway → unix socket → `scan --json`, \(duration)",
            measured: "\(rate.text()) adverts/s, \(result.lost) lost, \(result.missed) missed"
                + (isComplete ? "" : ", \(counter.lines - 1) lines for \(result.received) adverts"),
            target: "≥ \(Targets.linesPerSecond.text()) adverts/s",
            isMet: rate >= Targets.linesPerSecond && isComplete,
            command: "perch simulate --replay RECORDINGS/\(URL(filePath: recording).lastPathComponent) --loop "
                + "--speed max --link PORT & perch serve --port PORT & perch scan --json --duration \(duration)")
    }

    /// Counts the lines that a scan prints until it ends.
    private static func count(_ scan: PerchProcess, within limit: Duration) -> Background<LineCounter> {
        Background {
            var counter = LineCounter()
            try scan.read(within: limit) {
                counter.take($0)
                return true
            }
            return counter
        }
    }
}

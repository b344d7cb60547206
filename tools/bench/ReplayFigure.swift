import Foundation

/// Rate at which adverts pass from a simulated dongle through a pseudo-terminal and `perch scan`
/// into lines of JSON.
enum ReplayFigure {
    struct Absent: Error, CustomStringConvertible {
        let path: String
        var description: String { "the recording \(path) is absent" }
    }

    private static let duration = "10s"

    static func measure(recording: String) throws -> [Figure] {
        guard FileManager.default.fileExists(atPath: recording) else { throw Absent(path: recording) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A failure leaves only files in the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        let port = folder.appending(path: "dongle").path

        let simulator = try PerchProcess([
            "simulate", "--replay", recording, "--loop", "--speed", "max", "--link", port,
        ])
        defer { simulator.stop() }
        try simulator.wait(for: port)
        let scan = try PerchProcess(["scan", "--port", port, "--json", "--duration", duration])
        defer { scan.stop() }
        var output = LineCounter()
        try scan.read(within: .seconds(30)) {
            output.take($0)
            return true
        }
        guard let result = output.result else { throw scan.ending() }

        let rate = Double(result.received) / result.durationSeconds
        let heard = result.received + result.lost + result.missed
        let lostShare = heard == 0 ? 0 : Double(result.lost) / Double(heard) * 100
        // One line is the result, not an advert.
        let isComplete = output.lines == result.received + 1
        return [
            Figure(
                "simulated dongle → JSON lines, \(duration)",
                measured: "\(rate.text()) adverts/s, \(result.lost) lost (\(lostShare.text(2)) %), "
                    + "\(result.missed) missed"
                    + (isComplete ? "" : ", \(output.lines - 1) lines for \(result.received) adverts"),
                target: "≥ \(Targets.linesPerSecond.text()) adverts/s, none lost or missed",
                isMet: rate >= Targets.linesPerSecond && result.lost == 0 && result.missed == 0 && isComplete,
                command: """
                    perch simulate --replay RECORDINGS/\(URL(filePath: recording).lastPathComponent) --loop --speed max \
                    --link PORT & \
                    perch scan --port PORT --json --duration \(duration)
                    """)
        ]
    }
}

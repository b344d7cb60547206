import Foundation

/// A simulated dongle in one process and a gateway on it in another, in a folder of their own.
final class GatewayRig {
    let socket: String
    private let folder: URL
    private let simulator: PerchProcess
    private let gateway: PerchProcess

    /// - Parameters:
    ///   - air: Arguments of `perch simulate` that choose what is on the air.
    ///   - files: Files to write into the folder first, by name; `FOLDER` in `air` stands for the
    ///     folder.
    init(air: [String], files: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "perch-bench-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, content) in files {
            try content.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let path = folder.path
        let port = path + "/dongle"
        socket = path + "/run/perch.sock"
        simulator = try PerchProcess(
            ["simulate", "--link", port] + air.map { $0.replacingOccurrences(of: "FOLDER", with: path) })
        do {
            try simulator.wait(for: port)
            gateway = try PerchProcess(["serve", "--port", port, "--socket", socket, "--state", path + "/state"])
        } catch {
            simulator.stop()
            throw error
        }
    }

    var processID: Int32 { gateway.processID }

    /// Waits until the gateway serves.
    func waitUntilServing() throws {
        try gateway.wait(for: socket)
    }

    /// Ends both processes and removes the folder.
    func stop() {
        gateway.stop()
        simulator.stop()
        // A failure leaves only files in the temporary folder.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Resources that a gateway uses over `duration`, in per cent of one core and in MB, after
    /// `warmUp`.
    func usage(
        over duration: Duration, warmUp: Duration = .seconds(3)
    ) throws -> (percent: Double, megabytes: Double, ownMegabytes: Double) {
        Thread.sleep(forTimeInterval: warmUp / .seconds(1))
        let before = ProcessUsage(processID: processID)
        Thread.sleep(forTimeInterval: duration / .seconds(1))
        guard let before, let after = ProcessUsage(processID: processID),
            let megabytes = ProcessUsage.residentMegabytes(processID: processID),
            let own = ProcessUsage.ownMegabytes(processID: processID)
        else { throw gateway.ending() }
        return (after.percentOfCore(since: before), megabytes, own)
    }

    /// Returns a scenario with `beacons` iBeacons that advertise ten times a second each.
    static func scenario(beacons: Int) -> String {
        let advertisers = (0..<beacons).map { index in
            let tail = String(index + 0x1000, radix: 16)
            return """
                {"name":"Beacon \(index)","address":"c0:00:00:00:\(tail.prefix(2)):\(tail.suffix(2))","intervalMs":100,\
                "distanceM":2,"advert":[{"flags":6},{"iBeacon":{"uuid":"5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40",\
                "major":1,"minor":\(index),"measuredPowerDBm":-59}}]}
                """
        }
        return """
            {"name":"crowd","summary":"Beacons for a measurement.","seed":1,"pathLossExponent":2,"noiseDB":2,\
            "advertisers":[\(advertisers.joined(separator: ","))],"peripherals":[]}
            """
    }
}

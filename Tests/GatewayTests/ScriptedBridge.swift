import Foundation
import Glibc
import SerialPort
import SimulatedDongle
import TestSupport
import Testing

@testable import Gateway

/// A bridge that a script plays, for the port of a simulated dongle.
struct ScriptedBridge {
    let folder: TemporaryFolder
    let dongle: PtyDongle
    let radio: RadioName = "tcp:127.0.0.1:1"

    init() throws {
        folder = try TemporaryFolder()
        dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("restaurant")))
    }

    var setup: RadioSetup {
        var setup = RadioSetup()
        setup.unitFolder = folder.path("units")
        setup.bridges = RadioSetup.Bridges(
            environment: [
                "PATH": "/usr/bin:/bin", "PERCH_HCI_DONGLE": folder.path("bridge"), "NOTIFY_SOCKET": "/x",
                "PERCH_PAYFRIT_TOKEN": "secret", "LC_TIME": "C", "https_proxy": "http://127.0.0.1:9",
            ],
            stateFolder: folder.path("state"), ownFolder: nil)
        return setup
    }

    /// Makes the script; `$PORT` is the dongle's port, and `live` waits for the end of the input.
    func plays(_ script: String) throws {
        let text = """
            #!/bin/sh
            PORT=\(dongle.path)
            live() { while read -r line; do :; done; }
            echo "$$ $*" >>'\(folder.path("starts"))'
            \(script)
            """
        let path = folder.path("bridge")
        // A script that is being written cannot be started.
        try Data(text.utf8).write(to: URL(filePath: path + ".new"))
        chmod(path + ".new", 0o755)
        rename(path + ".new", path)
    }

    /// Process id and arguments of each start.
    var starts: [(pid: pid_t, arguments: String)] {
        let text = (try? String(contentsOfFile: folder.path("starts"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let (pid, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst())
            return pid_t(pid).map { ($0, String(rest)) }
        }
    }

    func bridge(_ clock: GatewayClock = .system(), waits: Bool = false) throws -> RadioBridge {
        RadioBridge(radio, try #require(setup.bridges), waitsForController: waits, clock: clock)
    }

    func withGateway(_ body: (Gateway) async throws -> Void) async throws {
        try await GatewayTests.withGateway({ $0.radios = setup }, body)
        dongle.stop()
    }
}

func isRunning(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 }

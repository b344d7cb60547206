import TestSupport
import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(2))) struct ServeCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home, environment: environment).end()
    }

    /// Starts a gateway on a simulated dongle in the home folder, and waits until it serves.
    private func start(
        _ arguments: String..., under wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> (gateway: PerchProcess, manager: NotifySocket, status: String) {
        let serving = try await ServingProcess(arguments, in: home, under: wrapper, environment: environment)
        return (serving.process, serving.manager, serving.ready)
    }

    private func status() throws -> Int32 {
        try run("status", environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"]).status
    }

    @Test("the service manager hears that it serves, that it is alive and that it stops; SIGTERM ends it with 0")
    func life() async throws {
        let (gateway, manager, ready) = try await start(
            "--http", "127.0.0.1:0", environment: ["WATCHDOG_USEC": "200000"])
        #expect(ready.contains("Serving on \(home.path("s")) and http://127.0.0.1:"))
        #expect(await manager.receive() == "WATCHDOG=1")
        #expect(try status() == 0)
        let token = try FileManager.default.attributesOfItem(atPath: home.path("perch/token"))
        #expect(token[.posixPermissions] as? Int == 0o600)
        gateway.send(SIGTERM)
        let ending = try gateway.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains("perch: warning: SIMULATED: "))
        #expect(ending.errors.contains("perch: notice: Open the console once, as an admin, with http://127.0.0.1:"))
        #expect(ending.errors.hasSuffix("perch: notice: Stopped.\n"))
        var last: String?
        while let message = await manager.receive(within: 0) { last = message }
        #expect(last == "STOPPING=1")
        #expect(!FileManager.default.fileExists(atPath: home.path("s")))
    }

    @Test("in the journal each line has its priority, and no link to the console, which its own verb prints")
    func journal() async throws {
        let script = "JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec \"$@\""
        let (gateway, _, _) = try await start("--http", "127.0.0.1:0", under: ["/bin/sh", "-c", script, "sh"])
        // The service manager is notified last, so the gateway already serves.
        let asked = try run("console", environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        #expect(asked.status == 0 && asked.output.hasPrefix("http://127.0.0.1:"))
        #expect(asked.output.contains("/console?code="))
        gateway.send(SIGTERM)
        let ending = try gateway.end()
        #expect(ending.status == 0)
        #expect(ending.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("<") && $0.dropFirst(2).hasPrefix(">") })
        #expect(!ending.errors.contains("code="))
    }

    @Test("for other machines it makes a certificate once, whose fingerprint the log and the console's verb tell")
    func ownCertificate() async throws {
        var told: Set<String> = []
        for _ in 0..<2 {
            let (gateway, _, ready) = try await start("--http", "0.0.0.0:0")
            #expect(ready.contains(" and https://0.0.0.0:"))
            let environment = ["PERCH_GATEWAY": "unix:\(home.path("s"))"]
            let asked = try run("console", environment: environment)
            let lines = asked.output.split(separator: "\n")
            #expect(lines.first?.wholeMatch(of: /https:\/\/.+:\d+\/console\?code=[0-9a-f]{64}/) != nil)
            #expect(!asked.output.contains("0.0.0.0"))
            let warning = "The browser warns once, because the gateway made this certificate itself. "
            #expect(lines.last?.hasPrefix(warning + "Compare its SHA-256 fingerprint: ") == true)
            let fingerprint = try #require(asked.output.firstMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/)).output.0
            told.insert(String(fingerprint))
            #expect(try run("console", "--json", environment: environment).output.contains(fingerprint))
            gateway.send(SIGTERM)
            let ending = try gateway.end()
            #expect(ending.status == 0, "\(ending.errors)")
            let place = "SHA-256 fingerprint: \(fingerprint)\n"
            #expect(ending.errors.contains("The gateway made its certificate itself. " + place))
            #expect(ending.errors.contains("Open the console once, as an admin, with https://"))
        }
        #expect(told.count == 1)
        let key = try FileManager.default.attributesOfItem(atPath: home.path("perch/console-key.pem"))
        #expect(key[.posixPermissions] as? Int == 0o600)
    }

    @Test("away from a terminal SIGHUP means nothing")
    func hangUp() async throws {
        let (gateway, _, _) = try await start()
        gateway.send(SIGHUP)
        #expect(try status() == 0)
        gateway.interrupt()
        #expect(try gateway.end().status == 0)
    }

    @Test("a trace has every packet of the dongle's line, and never replaces a file")
    func trace() async throws {
        let file = home.path("line.pcapng")
        let (gateway, _, _) = try await start("--trace", file)
        let client = ["PERCH_GATEWAY": "unix:\(home.path("s"))"]
        try await eventually("the dongle is live") {
            try run("status", "--json", environment: client).output.contains(#""state":"live""#)
        }
        let scan = try run("scan", "--duration", "500ms", "--json", environment: client)
        #expect(scan.status == 0, "\(scan.errors)")
        gateway.send(SIGTERM)
        let ending = try gateway.end()
        #expect(ending.status == 0, "\(ending.errors)")
        let told = try #require(
            ending.errors.firstMatch(of: /The wire trace has (\d+) packets from dongles and (\d+) to them\. dropped=0/))
        let types = try pcapngBlocks(file)
        let (received, sent) = (Int(told.1) ?? 0, Int(told.2) ?? 0)
        #expect(types.filter { $0 == 6 }.count == received + sent)
        // HELLO, SCAN_START and SCAN_STOP, and an answer to each.
        #expect(received > 3 && sent >= 3)
        #expect(types.last == 5)

        let again = try run(
            "serve", "--port", "sim", "--socket", home.path("s"), "--state", home.path("state"), "--trace", file)
        #expect(again.status == 73)
        #expect(again.errors.contains("code=file-exists"))
        #expect(try pcapngBlocks(file) == types)
    }

    @Test(
        "a trace that cannot be written ends, is told once, and the gateway goes on",
        .enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full"))
    func fullTrace() async throws {
        let (gateway, _, _) = try await start("--trace", "/dev/full")
        let scan = try run(
            "scan", "--duration", "500ms", "--json", environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        #expect(scan.status == 0, "\(scan.errors)")
        gateway.send(SIGTERM)
        let ending = try gateway.end()
        #expect(ending.status == 0)
        #expect(ending.errors.split(separator: "The wire trace ends: ").count == 2, "\(ending.errors)")
    }

    @Test("a second gateway on the same socket ends with 75, names the first, and leaves it as it is")
    func second() async throws {
        let (gateway, _, _) = try await start()
        let onSocket = try run(
            "serve", "--port", "sim", "--socket", home.path("s"), "--state", home.path("other"))
        #expect(onSocket.status == 75)
        #expect(onSocket.errors.contains("(pid "))
        #expect(onSocket.errors.contains("code=socket-taken"))
        #expect(try status() == 0)
        gateway.interrupt()
        #expect(try gateway.end().status == 0)
    }

    @Test("serve does not start with a wrong configuration, and tells each mistake in its log")
    func serve() throws {
        let path = try home.file("perch.toml", "[scan]\nmode = 1\nbaud = 2\n")
        let ending = try run("serve", "--config", path)
        #expect(ending.status == 78)
        #expect(ending.output.isEmpty)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("perch: error: ") })
        #expect(lines.last?.contains("code=settings-invalid") == true)
        #expect(try run("serve", "--config", "/nowhere").status == 66)
        #expect(try run("serve", "--baud", "7", "--config", path).status == 64)
        #expect(try run("serve", "--scenario", "empty", "--config", try home.file("f", "")).status == 64)
    }
}

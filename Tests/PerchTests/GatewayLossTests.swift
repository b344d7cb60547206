import TestSupport
import Foundation
import GatewayTestSupport
import Glibc
import Store
import Testing

/// Behaviour of verbs when their gateway is missing, goes away, or belongs to another user.
@Suite(.timeLimit(.minutes(2))) struct GatewayLossTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Starts a verb of the gateway in the home folder. A verb that hangs is killed, which ends its
    /// output.
    private func verb(_ arguments: String...) throws -> PerchProcess {
        let process = try PerchProcess(
            arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 60)
        return process
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home, environment: environment).end()
    }

    /// Kills a gateway, and waits until it has ended.
    private func kill(_ gateway: ServingProcess) throws {
        gateway.process.send(SIGKILL)
        #expect(try gateway.process.end().status == -SIGKILL)
    }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("a scan whose gateway is killed ends at once with its counts and an error")
    func scanKilled() async throws {
        let gateway = try await ServingProcess(in: home)
        let scan = try verb("scan", "--json")
        #expect(scan.line().contains("advert"))
        try kill(gateway)
        let ending = try scan.end()
        #expect(ending.status == 75, "\(ending.errors)")
        #expect(try code(ending) == "gateway-lost")
        let result = try #require(try ending.objects().last)
        #expect(result["type"] as? String == "result")
        #expect((result["received"] as? Int).map { $0 > 0 } == true)
        #expect(ending.errors.contains("unix:\(home.path("s")) was lost"))
        #expect(ending.errors.contains("Next: "))
        // A killed gateway leaves its socket, on which no process listens.
        let next = try verb("status", "--json").end()
        #expect(next.status == 69, "\(next.errors)")
        #expect(try code(next) == "gateway-unreachable")
    }

    // MARK: Following events

    /// Adds events to the store while no gateway runs.
    private func append(_ count: Int) async throws -> [Int] {
        let store = try Store.open(path: home.path("perch/perch.db"))
        var ids: [Int] = []
        for number in 0..<count {
            ids.append(
                Int(
                    try await store.events.append(
                        kind: "info", level: "info", title: "\(number)", detail: Self.detail, dongle: nil,
                        isSimulated: false,
                        microsecondsSince1970: 0)))
        }
        try store.close()
        return ids
    }

    /// Reads events up to one that this test has added, skipping the gateway's own; adds all ids to
    /// `all`.
    private func readAppended(_ events: PerchProcess, all: inout [Int]) throws -> Int {
        while true {
            let line = events.line()
            let event = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            let id = try #require(event["id"] as? Int, "\(line)")
            all.append(id)
            if event["detail"] as? String == Self.detail { return id }
        }
    }

    private static let detail = "put there by a test"

    @Test(
        "who follows events over restarts of the gateway gets each once, and none is left out",
        arguments: [SIGKILL, SIGTERM])
    func eventsResumed(_ signal: Int32) async throws {
        try FileManager.default.createDirectory(atPath: home.path("perch"), withIntermediateDirectories: true)
        var expected = try await append(3)
        var gateway = try await ServingProcess(in: home)
        let events = try verb("events", "--follow", "--json")
        var seen: [Int] = []
        var all: [Int] = []
        for _ in expected { seen.append(try readAppended(events, all: &all)) }
        for _ in 0..<2 {
            gateway.process.send(signal)
            #expect(try gateway.process.end().status == (signal == SIGKILL ? -SIGKILL : 0))
            // More events than a log shows at first.
            let missed = try await append(25)
            expected += missed
            gateway = try await ServingProcess(in: home)
            for _ in missed { seen.append(try readAppended(events, all: &all)) }
        }
        #expect(seen == expected)
        events.interrupt()
        let ending = try events.end()
        #expect(ending.status == 0)
        let rest = try ending.objects()
        all += rest.compactMap { $0["id"] as? Int }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(all)")
        #expect(rest.last?["events"] as? Int == all.count)
        // The connection of a killed gateway is closed, or reset if requests were still unread.
        let loss = signal == SIGKILL ? "was lost: " : "The gateway is stopping. Trying"
        #expect(ending.errors.components(separatedBy: loss).count == 3, "\(ending.errors)")
        #expect(ending.errors.components(separatedBy: "The gateway is back").count == 3, "\(ending.errors)")
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
    }

    @Test("who follows events of a gateway that is killed and stays away can still end with ^C")
    func eventsKilled() async throws {
        try FileManager.default.createDirectory(atPath: home.path("perch"), withIntermediateDirectories: true)
        let ids = try await append(1)
        let gateway = try await ServingProcess(in: home)
        let events = try verb("events", "--follow", "--json")
        var all: [Int] = []
        #expect(try readAppended(events, all: &all) == ids[0])
        try kill(gateway)
        events.interrupt()
        let ending = try events.end()
        #expect(ending.status == 0, "\(ending.errors)")
        let rest = try ending.objects()
        #expect(rest.last?["events"] as? Int == all.count + rest.count - 1)
    }

    // MARK: Owner of the store

    @Test("a store that a gateway owns is no other process's, which is told who owns it")
    func storeOwned() async throws {
        let gateway = try await ServingProcess(in: home)
        let events = try run("events", "--json")
        #expect(events.status == 75)
        #expect(try code(events) == "store-owned")
        let second = try run("serve", "--port", "sim", "--socket", home.path("other"), "--state", home.path("perch"))
        #expect(second.status == 75)
        #expect(second.errors.contains("code=store-owned"))
        for errors in [events.errors, second.errors] {
            #expect(errors.contains("\(home.path("perch/perch.db")) is in use by process \(gateway.process.id)."))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path("other")))
        // A verb that does not need the store works without it.
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        let scan = try run("scan", "--port", dongle.path, "--duration", "1s", "--json")
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(scan.errors.contains("Nothing is recorded: "))
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
        #expect(try run("events", "--json").status == 0)
    }

    @Test("the folder of a verb's own gateway goes with it, whatever ends it", arguments: [SIGINT, SIGTERM])
    func privateFolder(_ signal: Int32) throws {
        func folders() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: home.path).filter {
                FileManager.default.fileExists(atPath: home.path($0) + "/perch.sock")
            }
        }
        let scan = try PerchProcess(["scan", "--port", "sim", "--json"], home: home)
        #expect(scan.line().contains("advert"))
        let made = try folders()
        #expect(made.count == 1)
        for folder in made {
            let mode = try FileManager.default.attributesOfItem(atPath: home.path(folder))[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
        scan.send(signal)
        #expect(try scan.end().status == 0)
        for folder in made { #expect(!FileManager.default.fileExists(atPath: home.path(folder))) }
    }

    // MARK: TLS

    /// Starts a gateway with a self-signed certificate, `c.pem`.
    private func serveTLS(as name: String) async throws -> (gateway: ServingProcess, address: String, token: String) {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=perch", "-addext", "subjectAltName=\(name)", "-keyout", home.path("k.pem"), "-out",
            home.path("c.pem"),
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        let token = try home.file("token", "a-token-for-the-tests-of-tls")
        chmod(token, 0o600)
        let gateway = try await ServingProcess(
            [
                "--http", "127.0.0.1:0", "--token-file", token, "--tls-certificate", home.path("c.pem"), "--tls-key",
                home.path("k.pem"),
            ], in: home)
        let words = gateway.ready.split(whereSeparator: \.isWhitespace).map { $0.trimmingCharacters(in: ["."]) }
        return (gateway, try #require(words.first { $0.hasPrefix("https://127.0.0.1:") }), token)
    }

    @Test(
        "a gateway whose certificate is for another name is not trusted",
        .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl is not installed"))
    func otherName() async throws {
        let (gateway, address, token) = try await serveTLS(as: "DNS:elsewhere.example")
        let status = try run(
            "status", "--gateway", address, "--token-file", token, "--json", "--ca-file", home.path("c.pem"))
        #expect(status.status == 77, "\(status.errors)")
        #expect(try code(status) == "gateway-untrusted")
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
    }

    @Test(
        "a gateway over TLS is used by who names its authority, and refused by anybody else",
        .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl is not installed"))
    func tls() async throws {
        let (gateway, address, token) = try await serveTLS(as: "IP:127.0.0.1")
        let base = ["--gateway", address, "--token-file", token, "--json"]
        let trusted = base + ["--ca-file", home.path("c.pem")]
        let status = try PerchProcess(["status"] + trusted, home: home).end()
        #expect(status.status == 0, "\(status.errors)")
        let scan = try PerchProcess(["scan", "--duration", "1s"] + trusted, home: home).end()
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(try scan.objects().contains { $0["type"] as? String == "advert" })
        let named = try PerchProcess(["status"] + base, home: home, environment: ["PERCH_CA_FILE": home.path("c.pem")])
        #expect(try named.end().status == 0)

        let stranger = try PerchProcess(["status"] + base, home: home).end()
        #expect(stranger.status == 77, "\(stranger.errors)")
        #expect(try code(stranger) == "gateway-untrusted")
        #expect(stranger.errors.contains("--ca-file"))
        let plain = try PerchProcess(
            ["status", "--gateway", address.replacingOccurrences(of: "https", with: "http"), "--json"], home: home
        ).end()
        #expect(plain.status != 0 && plain.errors.contains("Next: "), "\(plain.errors)")
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
    }
}

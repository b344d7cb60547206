import TestSupport
import Foundation
import GatewayClient
import GatewayModel
import Glibc
import Store
import Testing

@testable import Perch

/// `perch doctor` as a process, in folders of its own.
@Suite struct DoctorTests {
    private func doctor(
        _ arguments: [String] = [], home: TemporaryFolder, environment: [String: String] = [:]
    ) throws -> (status: Int32, checks: [String: [String: Any]], result: [String: Any]) {
        let ending = try PerchProcess(["doctor", "--json"] + arguments, home: home, environment: environment).end()
        let objects = try ending.objects()
        let checks = objects.filter { $0["type"] as? String == "check" }
        return (
            ending.status,
            Dictionary(checks.map { ($0["check"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first }),
            try #require(objects.last)
        )
    }

    @Test("a simulated dongle on a named port is greeted and found in order")
    func named() throws {
        let home = try TemporaryFolder()
        let simulation = try SimulatedPort(home: home)
        let found = try doctor(["--port", simulation.link], home: home)
        let check = try #require(found.checks["dongle on \(simulation.link)"])
        #expect(check["verdict"] as? String == "ok")
        #expect((check["cause"] as? String)?.contains("SIMULATED") == true)
        #expect(found.status == 0)
        #expect(found.result["problems"] as? Int == 0)
        _ = try simulation.stop()
    }

    @Test("a port that is none is a problem, and its exit code the process's")
    func absent() throws {
        let home = try TemporaryFolder()
        let found = try doctor(["--port", home.path("nothing")], home: home)
        #expect(found.status == 69)
        #expect(found.checks["dongle on \(home.path("nothing"))"]?["exit_code"] as? Int == 69)
    }

    @Test("a setting that cannot be is named with its line")
    func settings() throws {
        let home = try TemporaryFolder()
        let file = home.path("bad.toml")
        try "[scan]\nmode = \"loud\"\n".write(toFile: file, atomically: true, encoding: .utf8)
        let found = try doctor(home: home, environment: ["PERCH_CONFIG": file])
        #expect(found.status == 78)
        #expect((found.checks["settings"]?["cause"] as? String)?.contains("bad.toml:2") == true)
    }

    @Test("a running gateway examines its own socket and database, wherever they are")
    func running() async throws {
        let home = try TemporaryFolder()
        let gateway = try await GatewayProcess.start("--port", "sim", home: home)
        let client = GatewayClient(address: .socket(home.path("gateway.sock")))
        let report: DoctorReport?
        do { report = try await client.doctor() } catch {
            report = nil
            Issue.record("\(error)")
        }
        await client.close()
        let found = Dictionary(
            report?.findings.map { ($0.check, $0.message) } ?? [], uniquingKeysWith: { first, _ in first })
        #expect(found["socket \(home.path("gateway.sock"))"]?.contains("serves this socket") == true)
        #expect(found["store \(home.path("perch/perch.db"))"]?.contains("records in it") == true)
        _ = try gateway.stop()
    }

    @Test("a database is told apart: missing, in order, owned, another program's")
    func store() throws {
        let home = try TemporaryFolder()
        let path = home.path("perch/perch.db")
        let check = "store \(path)"
        #expect(
            (try doctor(home: home).checks[check]?["cause"] as? String)?.contains("There is no database yet") == true)
        do {
            let store = try Store.open(path: path)
            let owned = try doctor(home: home).checks[check]
            #expect(owned?["verdict"] as? String == "problem")
            #expect((owned?["cause"] as? String)?.contains("process \(getpid())") == true)
            try store.close()
        }
        #expect(try doctor(home: home).checks[check]?["verdict"] as? String == "ok")
        try "not a database".write(toFile: path, atomically: true, encoding: .utf8)
        let stranger = try doctor(home: home)
        #expect(stranger.checks[check]?["verdict"] as? String == "problem")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "not a database")
    }

    @Test("a socket that a dead gateway left behind is no problem")
    func staleSocket() throws {
        let home = try TemporaryFolder()
        let path = home.path("perch/perch.sock")
        try FileManager.default.createDirectory(atPath: home.path("perch"), withIntermediateDirectories: true)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(descriptor)
        #expect(bound == 0)
        #expect(try doctor(home: home).checks["socket \(path)"]?["verdict"] as? String == "warning")
    }
}

import TestSupport
import Conformance
import Foundation
import SimulatedDongle
import Testing

/// `perch conformance` as a process. `tools/conformance-check` runs all checks, against correct and
/// faulty dongles.
@Suite(.timeLimit(.minutes(2))) struct ConformanceProcessTests {
    @Test("checks end as lines, as a result with counts, and as JUnit XML")
    func run() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("report.xml")
        let ending = try PerchProcess.run(
            "conformance", "--port", "sim", "--only", "ping.*,gatt.*,peripheral.read", "--json", "--junit", file)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("SIMULATED"))
        let lines = try ending.objects()
        let checks = lines.dropLast()
        #expect(checks.allSatisfy { $0["type"] as? String == "conformance-check" } && checks.count > 5)
        let unseen = try #require(checks.first { $0["id"] as? String == "peripheral.read" })
        #expect(unseen["verdict"] as? String == "not_proven")
        #expect(unseen["reason"] as? String == "add --peripheral with a device to connect to")
        let result = try #require(lines.last)
        #expect(result["failed"] as? Int == 0 && result["simulated"] as? Bool == true)
        let counted = ["passed", "not_proven", "skipped"].compactMap { result[$0] as? Int }
        #expect(counted.count == 3 && counted.reduce(0, +) == checks.count && counted[1] == 1)
        let report = try String(contentsOfFile: file, encoding: .utf8)
        #expect(report.contains("tests=\"\(checks.count)\" failures=\"0\""))
    }

    @Test("the simulated dongle has a device with the echo service unless another scenario is named")
    func echo() throws {
        let arguments = [
            "conformance", "--port", "sim", "--peripheral", "C0:FF:EE:00:00:02/random", "--only", "echo.properties",
            "--require", "echo.properties",
        ]
        let ending = try PerchProcess(arguments).end()
        #expect(ending.status == 0, "\(ending.output) \(ending.errors)")
        #expect(try PerchProcess(arguments + ["--scenario", "empty"]).end().status == 76)
    }

    @Test("what matches no check and what is no peripheral are refused before a port is opened")
    func refused() throws {
        let unknown = try PerchProcess.run("conformance", "--port", "/dev/none", "--only", "nothing.*")
        #expect(unknown.status == 64 && unknown.errors.contains("No check is named nothing.*."), "\(unknown.errors)")
        for peripheral in ["c0:ff:ee", "C0:FF:EE:00:00:02/secret", "C0:FF:EE:00:00:02/random/"] {
            #expect(try PerchProcess.run("conformance", "--port", "sim", "--peripheral", peripheral).status == 64)
        }
        #expect(try PerchProcess.run("conformance", "--port", "sim", "--timeout", "1ms").status == 64)
        let none = try PerchProcess.run("conformance", "--port", "/dev/none", "--require", "nothing.*")
        #expect(none.status == 64 && none.errors.contains("No check is named nothing.*."), "\(none.errors)")
        let report = try PerchProcess.run("conformance", "--port", "sim", "--junit", "/none/report.xml")
        #expect(report.status == 73 && report.errors.hasPrefix("perch: /none/report.xml cannot be created: "))
        #expect(!report.errors.contains("partial"))
    }

    @Test("a port that somebody else holds is left alone")
    func held() throws {
        let dongle = try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario.named("restaurant"), seed: 1))
        defer { dongle.stop() }
        try withExtendedLifetime(SerialBytePort(path: dongle.path, baud: 115_200)) {
            let ending = try PerchProcess.run("conformance", "--port", dongle.path, "--json")
            #expect(ending.status == 75, "\(ending.output) \(ending.errors)")
        }
        let ending = try PerchProcess.run("conformance", "--port", dongle.path, "--only", "ping.*")
        #expect(ending.status == 0, "\(ending.errors)")
    }
}

import TestSupport
import Foundation
import Glibc
import Recording
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct PerchProcessTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Returns the path of a recording with `count` adverts, 100 per second.
    private func recording(_ count: Int) throws -> String {
        let path = path("made.ndjson")
        var writer = try RecordingWriter(path: path)
        for number in 0..<count {
            try writer.append(
                RecordedAdvert(
                    timeSeconds: Double(number) / 100, address: .init(UInt64(number % 7)), addressType: .random,
                    pdu: .nonConnectable, rssiDBm: -60, channel: 37, data: Adverts.iBeacon))
        }
        try writer.flush()
        return path
    }

    @Test("a scan of the simulated air ends with one result that counts its lines")
    func scan() throws {
        let ending = try PerchProcess.run("scan", "--port", "sim", "--duration", "1s", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("SIMULATED"))
        let objects = try ending.objects()
        let adverts = objects.filter { $0["type"] as? String == "advert" }
        #expect(!adverts.isEmpty)
        #expect(adverts.allSatisfy { $0["simulated"] as? Bool == true })
        #expect(objects.filter { $0["type"] as? String == "result" }.count == 1)
        #expect(objects.last?["received"] as? Int == adverts.count)
        #expect(objects.last?["lost"] as? Int == 0)
        #expect(objects.last?["simulated"] as? Bool == true)
    }

    @Test("a replay arrives whole through the port of a simulated dongle")
    func replay() throws {
        let simulation = try PerchProcess([
            "simulate", "--replay", recording(2500), "--speed", "max", "--link", path("tty"),
        ])
        let port = simulation.line()
        #expect(port.hasPrefix("/dev/pts/"))
        let scan = try PerchProcess.run("scan", "--port", path("tty"), "--duration", "2s", "--json")
        #expect(scan.status == 0, "\(scan.errors)")
        let result = try scan.objects().last
        #expect(result?["received"] as? Int == 2500)
        #expect(result?["lost"] as? Int == 0)
        simulation.interrupt()
        let ending = try simulation.end()
        #expect(ending.status == 0)
        #expect(ending.output.isEmpty, "the path stands alone")
        #expect(ending.errors.contains("2500 adverts replayed"))
        #expect(!FileManager.default.fileExists(atPath: path("tty")))
    }

    @Test("a replay in the scan's own process ends the scan, and filters are counted")
    func ownReplay() throws {
        let recording = try recording(900)
        let ending = try PerchProcess.run(
            "scan", "--port", "sim", "--replay", recording, "--speed", "max", "--uuid", "ffe0", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let objects = try ending.objects()
        #expect(objects.count == 1)
        #expect(objects.last?["received"] as? Int == 900)
        #expect(objects.last?["filtered"] as? Int == 900)
    }

    @Test("lines of a replay that are not adverts are told", arguments: ["scan", "capture", "simulate"])
    func malformedReplay(_ verb: String) throws {
        let recording = try recording(20)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        try ("nonsense\n" + text + "{}\n").write(toFile: recording, atomically: true, encoding: .utf8)
        let arguments =
            switch verb {
            case "scan": ["scan", "--json", "--port", "sim"]
            case "capture": ["capture", path("out.ndjson"), "--port", "sim"]
            default: ["simulate"]
            }
        let process = try PerchProcess(arguments + ["--replay", recording, "--speed", "max"])
        if verb == "simulate" {
            _ = process.line()
            process.interrupt()
        }
        let ending = try process.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("2 lines were skipped: line 1 is not one JSON object, line 22 lacks t."))
    }

    @Test("^C ends an open scan with its result and status 0")
    func interrupted() throws {
        let scan = try PerchProcess(["scan", "--port", "sim", "--json"])
        #expect(scan.line().contains("advert"))
        scan.interrupt()
        let ending = try scan.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try ending.objects().last?["type"] as? String == "result")
    }

    @Test("^C while the dongle is greeted exits with 130")
    func interruptedOpening() throws {
        var pair: (CInt, CInt) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        try #require(openpty(&pair.0, &pair.1, &name, nil, nil) == 0)
        defer {
            close(pair.0)
            close(pair.1)
        }
        let end = name.firstIndex(of: 0) ?? name.count
        let port = String(decoding: name[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let scan = try PerchProcess(["scan", "--port", port, "--json"])
        // The first byte of the greeting shows that the program is running.
        var byte: UInt8 = 0
        try #require(read(pair.0, &byte, 1) == 1)
        scan.interrupt()
        let ending = try scan.end()
        #expect(ending.status == 130)
        #expect(ending.output.contains(#""code":"interrupted""#))
    }

    @Test("a reader that has enough ends a scan quietly")
    func closedOutput() throws {
        let scan = try PerchProcess(["scan", "--port", "sim", "--json"])
        _ = scan.line()
        try scan.closeOutput()
        let ending = try scan.end(readingOutput: false)
        #expect(ending.status == 0)
        #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    }

    @Test(
        "a verb that fails by itself says so and fails though nobody reads its output",
        arguments: [["--json"], []])
    func closedOutputOfFailure(_ options: [String]) throws {
        let verb = try PerchProcess(
            ["dongle", "info", "--port", path("absent")] + options, outputClosed: true)
        let ending = try verb.end(readingOutput: false)
        #expect(ending.status == 69)
        #expect(ending.errors.contains("perch: "))
    }

    @Test(
        "a wrong command line exits with 64 and writes nothing to standard output",
        arguments: [
            ["scan", "--duration", "0"], ["scan", "--duration", "-1s"], ["scan", "--duration", "soon"], ["nonsense"],
            ["scan", "--speed", "max"], ["scan", "--baud", "7"], ["capture", "x.txt"],
            ["gatt", "write", "48:87:2d:11:00:01", "--char", "ffe2"], ["gatt", "read", "nowhere", "--handle", "3"],
            ["scan", "--min-rssi", "-200"], ["simulate", "--drop"], ["dongle", "identify", "--for", "61s"],
        ])
    func usage(_ arguments: [String]) throws {
        let ending = try PerchProcess(arguments).end()
        #expect(ending.status == 64)
        #expect(ending.output.isEmpty)
        #expect(!ending.errors.isEmpty)
    }

    @Test(
        "what goes wrong has its exit status and its code",
        arguments: [
            (["scan", "--port", "/dev/there-is-none", "--json"], 69, "port-not-found"),
            (["scan", "--port", "/dev/null", "--json"], 69, "not-a-serial-port"),
            (["scan", "--port", "id:none", "--json"], 69, "no-such-serial"),
            (["scan", "--port", "sim", "--scenario", "none", "--json"], 66, "unknown-scenario"),
            (["scan", "--port", "sim", "--replay", "/dev/there-is-none", "--json"], 66, "recording-not-found"),
            (["capture", "/dev/there-is-none/x.ndjson", "--port", "sim", "--json"], 73, "cannot-create"),
            (
                ["gatt", "read", "48:87:2d:11:00:01", "--type", "public", "--port", "sim", "--char", "ffe9", "--json"],
                69,
                "no-such-characteristic"
            ),
        ])
    func failures(_ arguments: [String], _ status: Int32, _ code: String) throws {
        let ending = try PerchProcess(arguments).end()
        #expect(ending.status == status, "\(ending.errors)")
        let error = try ending.objects().last?["error"] as? [String: Any]
        #expect(error?["code"] as? String == code)
        #expect(ending.errors.contains("Next: "))
    }

    @Test("the CP28's attributes are discovered and named")
    func discover() throws {
        let ending = try PerchProcess.run("gatt", "discover", "48:87:2d:11:00:01", "--port", "sim")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("ffe0 Beacon configuration"))
        #expect(ending.output.contains("├─ ffe2 Beacon commands"))
        #expect(ending.output.contains("└─ 2902 Client Configuration"))
    }

    @Test("a write without response is not called confirmed")
    func write() throws {
        let arguments = ["gatt", "write", "48:87:2d:11:00:01", "--type", "public", "--port", "sim"]
        let password = try PerchProcess(arguments + ["--char", "ffe3", "--text", "555555"]).end().output
        #expect(password.contains("confirmed by the device"))
        let command = ["--char", "ffe2", "--hex", "4e4f 11 00 11", "--no-response"]
        let queued = try PerchProcess(arguments + command).end().output
        #expect(queued.contains("sent; the device does not acknowledge such writes"))
    }

    @Test("a file is captured, marked as simulated, read back equal, and not replaced unasked")
    func capture() throws {
        let recording = try recording(300)
        let arguments = ["capture", path("out.ndjson"), "--port", "sim", "--replay", recording, "--speed", "max"]
        let ending = try PerchProcess(arguments + ["--json"]).end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try ending.objects().last?["written"] as? Int == 300)
        let lines = try String(contentsOfFile: path("out.ndjson"), encoding: .utf8).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasSuffix(#","simulated":true}"#) })
        let adverts = try AirRecording(path: path("out.ndjson")).adverts
        #expect(adverts.map(\.data) == Array(repeating: Adverts.iBeacon, count: 300))
        let addresses: [UInt64] = adverts.map(\.address.value)
        #expect(addresses == (0..<300 as Range<UInt64>).map { $0 % 7 })

        #expect(try PerchProcess(arguments).end().status == 73)
        #expect(try PerchProcess(arguments + ["--force"]).end().status == 0)
    }

    @Test("a capture on standard output is a capture file and nothing else")
    func captureOutput() throws {
        let recording = try recording(20)
        let ending = try PerchProcess.run(
            "capture", "-", "--format", "pcapng", "--port", "sim", "--replay", recording, "--speed", "max")
        #expect(ending.status == 0)
        #expect(ending.output.utf8.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]))
    }

    @Test("a capture for Wireshark has each advert, and its counts at the end")
    func captureCounts() throws {
        let recording = try recording(20)
        let file = path("out.pcapng")
        let ending = try PerchProcess(["capture", file, "--port", "sim", "--replay", recording, "--speed", "max"]).end()
        #expect(ending.status == 0, "\(ending.errors)")
        let types = try pcapngBlocks(file)
        #expect(types == [0x0A0D_0D0A, 1] + Array(repeating: 6, count: 20) + [5])
    }

    @Test("completions can be generated", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) throws {
        let ending = try PerchProcess.run("--generate-completion-script", shell)
        #expect(ending.status == 0)
        #expect(ending.output.contains("perch"))
    }

    @Test(
        "the ports of a machine are listed with what closes them",
        .enabled(if: access("/usr/bin/umockdev-run", X_OK) == 0, "umockdev is not installed"))
    func ports() throws {
        let fixture = Checkout.file("Tests/LinkTests/SerialPort/Fixtures/dongles.umockdev").path
        let wrapper = ["/usr/bin/umockdev-run", "-d", fixture, "--"]
        let ending = try PerchProcess(["ports", "--json"], under: wrapper).end()
        #expect(ending.status == 0, "\(ending.errors)")
        let objects = try ending.objects()
        let ports = objects.dropLast()
        #expect(objects.last?["count"] as? Int == ports.count)
        #expect(ports.contains { $0["name"] as? String == "Silicon Labs CP210x" && $0["serial"] as? String == "0001" })
        #expect(ports.allSatisfy { $0["access"] is String && $0["path"] is String })
        let several = try PerchProcess(["scan", "--json"], under: wrapper).end()
        #expect(several.status == 69)
        #expect(several.output.contains(#""code":"several-ports""#))
    }
}

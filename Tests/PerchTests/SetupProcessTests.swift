import Foundation
import Glibc
import TestSupport
import Testing

/// `perch setup` as a process, with a simulated dongle behind a pseudo-terminal.
@Suite(.timeLimit(.minutes(2))) struct SetupProcessTests {
    private let home: TemporaryFolder
    private var file: String { home.path("perch/perch.toml") }
    private var written: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    init() throws { home = try TemporaryFolder() }

    private func setup(_ arguments: String...) throws -> PerchProcess.Ending {
        try PerchProcess(["setup"] + arguments, home: home).end()
    }

    private func terminal(_ arguments: String...) throws -> TerminalProgram {
        try TerminalProgram(
            [PerchProcess.binary.path, "setup"] + arguments, environment: PerchProcess.environment(home))
    }

    @Test("with every answer as an option it asks nothing, writes the settings and hears something")
    func options() throws {
        let simulation = try SimulatedPort(home: home)
        let ending = try setup("--port", simulation.link, "--name", "bar", "--no-service", "--yes", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let objects = try ending.objects()
        #expect((objects.last?["received"] as? Int ?? 0) > 0)
        #expect(objects.last?["written"] as? String == file)
        #expect(written == "[dongles]\nports = [\"\(simulation.link)\"]\n\n[gateway]\nname = \"bar\"\n")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o644)
        _ = try simulation.stop()
        // Settings that have the value already are not written again.
        let again = try setup("--port", simulation.link, "--name", "bar", "--no-listen")
        #expect(again.status == 0 && again.output.contains("The settings stay as they are."))
    }

    @Test("at a terminal it asks, shows the change, and writes after a yes")
    func questions() async throws {
        let program = try terminal("--no-payfrit")
        #expect(await program.shows("Dongle [1-2, Return keeps auto, q quits]: "))
        program.type("2\n")
        #expect(await program.shows("Name of this gateway [the host's name]: "))
        program.type("bar\n")
        #expect(await program.shows("Start the gateway with the system? [y/N]: "))
        program.type("n\n")
        #expect(await program.shows("Write them? [y/N]: "))
        #expect(program.shown.contains("ports = [\"sim\"]") && written == nil)
        program.type("y\n")
        #expect(try await program.end() == 0, "\(program.shown)")
        #expect(program.shown.contains("The dongle works."))
        #expect(written?.contains("name = \"bar\"") == true)
    }

    @Test("a no, a missing consent and ^C change nothing")
    func refusals() async throws {
        let no = try terminal("--port", "sim", "--name", "bar", "--no-service")
        #expect(await no.shows("Write them? [y/N]: "))
        no.type("n\n")
        #expect(try await no.end() == 130)
        let interrupted = try terminal()
        #expect(await interrupted.shows("quits]: "))
        interrupted.type("\u{3}")
        #expect(try await interrupted.end() == 130)
        #expect(try setup("--port", "sim", "--no-listen").status == 64)
        #expect(written == nil)
    }

    @Test(
        "a Bluetooth adapter is offered, and its name goes into the settings",
        .enabled(if: isInstalled("umockdev-run"), "umockdev is not installed"))
    func radio() async throws {
        let fixture = Checkout.file("Tests/LinkTests/SerialPort/Fixtures/controllers.umockdev").path
        let program = try TerminalProgram(
            ["/usr/bin/umockdev-run", "-d", fixture, "--", PerchProcess.binary.path, "setup"]
                + ["--name", "bar", "--no-service", "--no-payfrit", "--no-listen", "--yes"],
            environment: PerchProcess.environment(home))
        #expect(await program.shows("Dongle [1-9, Return keeps auto, q quits]: "))
        #expect(program.shown.contains("2) usb:0a12:0001, this machine's Bluetooth adapter"))
        program.type("2\n")
        #expect(try await program.end() == 0, "\(program.shown)")
        #expect(written?.contains("radios = [\"usb:0a12:0001\"]") == true && written?.contains("ports") == false)
        #expect(try setup("--radio", "nonsense", "--yes").status == 64)
        #expect(try setup("--radio", "usb:0", "--port", "sim", "--yes").status == 64)
    }

    @Test("a file with mistakes, and one that Perch does not change, stay as they are")
    func files() throws {
        let folder = home.path("perch")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (text, status) in [("[scan]\nmode = 1\n", Int32(78)), ("gateway = { name = \"foo\" }\n", 78)] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let ending = try setup("--name", "bar", "--yes", "--no-listen")
            #expect(ending.status == status, "\(ending.errors)")
            #expect(written == text)
        }
    }

    @Test("a dongle that does not answer is told, with its exit code")
    func silence() throws {
        let terminal = try EmptyTerminal()
        let ending = try setup("--port", terminal.path, "--yes")
        #expect(ending.status != 0 && ending.errors.contains("Next: "), "\(ending.errors)")
    }

    @Test("bad options are refused before anything is asked or written")
    func badOptions() throws {
        #expect(try setup("--port", "", "--yes").status == 64)
        #expect(try setup("--name", String(repeating: "x", count: 256), "--yes").status == 64)
        #expect(try setup("--payfrit", "--json").status == 64)
        #expect(written == nil)
    }
}

import ArgumentParser
import DongleLink
import DongleProtocol
import Failures
import Gateway
import Glibc
import Recording
import SerialPort

/// `perch trace`: records the bytes on the serial line of a dongle.
struct TraceCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Record every byte on the serial line of a dongle, for Wireshark.",
        discussion: """
            Opens the port itself, without a gateway, greets the dongle, and records every byte of both directions \
            with its time until ^C. A greeting that fails is recorded, too. The file contains what is written to \
            devices, including passwords. To watch live: perch trace - | wireshark -X \
            lua_script:tools/wireshark/perch.lua -k -i -
            """)

    @Argument(help: "The pcapng file to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The dongle: auto, sim, a path, or id:SERIAL.", valueName: "port"))
    var port: PortArgument = .real(.auto)

    @OptionGroup var radio: RadioOptions

    @OptionGroup var speed: LineSpeedOptions

    @Option(help: "Stop this long after the greeting, such as 500ms, 10s, 2m or 1h; without it, run until ^C.")
    var duration: DurationArgument?

    @Flag(help: "Scan while recording, actively if the dongle can.")
    var scan = false

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup(title: "Simulation (with --port sim)")
    var air: AirOptions

    @OptionGroup var frame: LocalFrame

    func validate() throws {
        try radio.check(beside: port)
        guard port == .simulated || air.isDefault else {
            throw ValidationError("--scenario, --replay, --speed, --loop and --seed need --port sim.")
        }
        guard file != "-" || !frame.writesJSON else { throw ValidationError("--json and - both want standard output.") }
    }

    func run(_ output: VerbOutput) async throws {
        let port = try await findPort(output)
        do {
            try await run(port, output)
        } catch {
            await port.stop()
            throw error
        }
        await port.stop()
    }

    private func run(_ port: TracedPort, _ output: VerbOutput) async throws {
        let start = ContinuousClock.now
        let trace = try WireTraceFile.named(
            file, replaces: force, hint: "Choose another name, or replace it with --force.",
            isSimulated: port.isSimulated
        ) { _ in output.stop.stop(.outputClosed) }
        output.setResult { [file] in $0.fields(trace.counts, file: file, port: port.name, lasted: .now - start) }
        do {
            try await record(port, in: trace, output)
        } catch {
            try finish(trace)
            if trace.counts.received == 0, output.stop.reason != .signal { RegularFile.remove(file) }
            throw error
        }
        try finish(trace)
        say("perch: \(file == "-" ? "standard output" : file): \(trace.counts.sentence(lasted: .now - start))")
        try output.checkWhole(isBounded: duration != nil)
    }

    private func findPort(_ output: VerbOutput) async throws -> TracedPort {
        switch radio.port(port) {
        case .simulated: try TracedPort(simulating: air.configuration(lineRate: nil))
        case .real(let choice): try await TracedPort(choice, baud: speed.baud, output)
        }
    }

    /// Closes the file. Its write error takes precedence over the error of the recording itself.
    private func finish(_ trace: WireTraceFile) throws(RecordingError) {
        do throws(RecordingError) {
            try trace.close()
        } catch .cannotWrite(_, EPIPE) {
            // The reader of the pipe has ended.
        } catch {
            throw error
        }
    }

    private func record(_ port: TracedPort, in trace: WireTraceFile, _ output: VerbOutput) async throws {
        let line = trace.line(port.name)
        let dongle = try await output.abandonable { try await port.open(trace: line) }
        do {
            if try await dongle.identity.features.contains(.simulated) { output.markSimulated() }
            try await TracedLink(dongle: dongle).follow(scans: scan, duration: duration?.duration, stop: output.stop)
            await dongle.close()
        } catch {
            await dongle.close()
            throw error
        }
    }
}

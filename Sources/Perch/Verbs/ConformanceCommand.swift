import ArgumentParser
import Conformance
import DongleProtocol
import Failures
import Gateway
import LineFormats
import SerialPort

/// `perch conformance`: tests a dongle's firmware against SPEC.md.
struct ConformanceCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Test the firmware of a dongle against the protocol, rule by rule.",
        discussion: """
            Opens the port itself, without a gateway, and also sends what a correct host never would. Without \
            --allow-reset, the dongle is not restarted and its saved configs stay as they are. docs/conformance.md \
            lists the checks.
            """)

    @Option(help: ArgumentHelp("The dongle: auto, sim, a path, or id:SERIAL.", valueName: "port"))
    var port: PortArgument = .real(.auto)

    @OptionGroup var radio: RadioOptions

    @OptionGroup var speed: LineSpeedOptions

    @Flag(help: "Also restart the dongle and change its configs; these are read first and put back.")
    var allowReset = false

    @Flag(help: "Also run the checks that take half a minute.")
    var slow = false

    @Option(
        help: ArgumentHelp(
            "Device to connect to: its address, followed by /random if the address is not public.",
            valueName: "address[/public|random]"))
    var peripheral: PeripheralArgument?

    @Option(help: ArgumentHelp("Only these checks: ids separated by commas; * matches any text.", valueName: "ids"))
    var only: String?

    @Option(
        help: ArgumentHelp(
            "These checks fail if they are not proven: ids separated by commas; * matches any text.", valueName: "ids"))
    var require: String?

    @Option(help: "Longest wait for an answer, 100ms...10m.")
    var timeout = DurationArgument(.seconds(1))

    @Option(
        help: ArgumentHelp("Also write the results to this file as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Flag(help: "List the checks instead of running them.")
    var list = false

    @OptionGroup(title: "Simulation (with --port sim)")
    var air: AirOptions

    @OptionGroup var frame: LocalFrame

    func validate() throws {
        try radio.check(beside: port)
        guard port == .simulated || air.isDefault else {
            throw ValidationError("--scenario, --replay, --speed, --loop and --seed need --port sim.")
        }
        guard (.milliseconds(100) ... .seconds(600)).contains(timeout.duration) else {
            throw ValidationError("--timeout takes 100ms...10m.")
        }
    }

    func run(_ output: VerbOutput) async throws {
        guard !list else { return try await writeList(output) }
        // Refuses a pattern that matches no check before a port is opened.
        _ = try CheckTable.matching(only)
        if let require { _ = try CheckTable.matching(require) }
        // Opens the report's file now: if it cannot be written, the verb fails before the checks.
        var unfinished = try junit.map { try PartialFile($0) }
        defer { unfinished?.discard() }
        let target = try await ConformanceTarget(radio.port(port), baud: speed.baud, air: air, output)
        do {
            let file = unfinished
            // From here on the report's file is written or discarded by the run.
            unfinished = nil
            try await run(target, file, output)
        } catch {
            await target.stop()
            throw error
        }
        await target.stop()
    }

    private func run(_ target: ConformanceTarget, _ file: PartialFile?, _ output: VerbOutput) async throws {
        var unfinished = file
        defer { unfinished?.discard() }
        var lines = ConformanceLines(output: output)
        var reports: [CheckReport] = []
        let start = ContinuousClock.now
        let (stream, continuation) = AsyncStream.makeStream(of: CheckReport.self)
        async let identity = finishing(continuation, target, output)
        for await report in stream {
            reports.append(report)
            await lines.write(report)
        }
        let found = try await identity
        let counts = lines.counts
        let lasted = ContinuousClock.now - start
        let path = target.name
        if found.reply?.features.contains(.simulated) == true { output.markSimulated() }
        let cause = LikelyCause(reports)
        output.setResult {
            $0.fields(counts, found, port: path, lasted: lasted)
            if let cause { $0.object("start_with") { $0.fields(cause) } }
        }
        if let file = unfinished {
            try write(reports, found, to: file)
            unfinished = nil
        }
        await output.text("")
        if let cause { await output.text(cause.words) }
        await output.text("\(found.words) on \(path): \(counts.words), \(tenths(lasted)) s.")
        if counts.failed > 0 { throw Failure.notConformant(counts.failed) }
    }

    private func finishing(
        _ continuation: AsyncStream<CheckReport>.Continuation, _ target: ConformanceTarget, _ output: VerbOutput
    ) async throws -> ConformanceTarget.Identity {
        defer { continuation.finish() }
        var options = ConformanceOptions(
            allowsReset: allowReset, isSlow: slow, peripheral: peripheral?.peripheral, patience: timeout.duration)
        if let require { options.required = Set(try CheckTable.matching(require).map(\.id)) }
        return try await target.run(options, only: only, stop: output.stop) { continuation.yield($0) }
    }

    private func write(
        _ reports: [CheckReport], _ found: ConformanceTarget.Identity, to file: PartialFile
    ) throws {
        var file = file
        try file.append(Array(JUnitReport.xml(reports, name: found.words).utf8))
        try file.finish(replacing: true)
    }

    private func writeList(_ output: VerbOutput) async throws {
        let checks = try CheckTable.matching(only)
        for check in checks {
            let needs = check.needs.isEmpty ? "" : " Needs \(check.needs.map(\.word).joined(separator: ", "))."
            await output.text("\(check.id)  \(check.section)  \(check.summary)\(needs)")
            await output.line("conformance-check") {
                $0.field("id", check.id)
                $0.field("section", check.section)
                $0.field("summary", check.summary)
                $0.array("needs") { for need in check.needs { $0.element(need.word) } }
            }
        }
        output.setResult { $0.field("count", checks.count) }
    }
}

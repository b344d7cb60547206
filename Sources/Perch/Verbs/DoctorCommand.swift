import ArgumentParser
import Failures
import Foundation
import Gateway
import LineFormats

/// `perch doctor`: looks for problems that keep a dongle or a gateway from working.
struct DoctorCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what keeps a dongle or a gateway from working.",
        discussion: """
            Looks at ports, settings, database, socket and gateways, and changes nothing. No port is opened unless \
            --port names one. Ends with 0 if there is no problem, else with the exit code of the first problem.
            """)

    @Option(help: ArgumentHelp("Also greet the dongle on this port.", valueName: "port"))
    var port: String?

    @OptionGroup var radio: RadioOptions

    @OptionGroup var speed: LineSpeedOptions

    @OptionGroup var frame: LocalFrame

    func validate() throws {
        guard port.map({ PortChoice($0) != nil }) ?? true else {
            throw ValidationError("--port takes auto, a path, id:SERIAL or a radio.")
        }
        guard port == nil || radio.radio == nil else { throw ValidationError("Give either --port or --radio.") }
    }

    func run(_ output: VerbOutput) async throws {
        let chosen = radio.radio.map(PortChoice.radio) ?? port.flatMap { PortChoice($0) }
        let used: RadioPort? =
            if case .radio(let name) = chosen { RadioPort(name, .own(), waitsForController: false) } else { nil }
        let findings: [DoctorFinding]
        do {
            findings = try await output.abandonable { [baud = speed.baud] in
                try await DoctorFinding.ofMachine(port: chosen, radio: used, baud: baud)
            }
        } catch {
            await used?.stop()
            throw error
        }
        let counts = DoctorFinding.Verdict.allCases.map { verdict in
            (verdict, findings.count { $0.verdict == verdict })
        }
        output.setResult { for (verdict, count) in counts { $0.field(verdict.key, count) } }
        for finding in findings {
            await output.line("check") { $0.fields(finding) }
            for line in finding.prose { await output.text(line) }
        }
        if let first = findings.first(where: { $0.verdict == .problem }) {
            let count = findings.count { $0.verdict == .problem }
            throw Failure(
                code: "doctor-found", message: "\(count == 1 ? "One problem" : "\(count) problems") found.",
                hint: first.next ?? "See above.", exit: first.exit)
        }
    }
}

extension DoctorFinding.Verdict {
    /// Key of the count in the result line.
    fileprivate var key: StaticString {
        switch self {
        case .ok: "ok"
        case .warning: "warnings"
        case .problem: "problems"
        case .skipped: "skipped"
        }
    }
}

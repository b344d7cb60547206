import ArgumentParser
import Gateway
import SerialPort
import Settings

/// `perch doctor`: looks for what keeps a dongle or a gateway from working.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what keeps a dongle or a gateway from working.",
        discussion: """
            Looks at ports, settings, database, socket and gateways, and changes nothing. No port is opened unless \
            --port names one. Ends with 0 if nothing is a problem, else with the exit code of the first problem.
            """)

    @Option(help: ArgumentHelp("Also greet the dongle on this port.", valueName: "port"))
    var port: String?

    @Option(help: "Bits a second; without it 921600, then 115200 on a bridge.")
    var baud: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard port.map({ PortChoice($0) != nil }) ?? true else {
            throw ValidationError("--port takes auto, a path or id:SERIAL.")
        }
        guard baud.map(SerialLine.supportedBauds.contains) ?? true else {
            throw ValidationError(
                "--baud takes one of \(SerialLine.supportedBauds.map(String.init).joined(separator: ", ")).")
        }
    }

    func run() async throws {
        try await output.run { output in
            let ports = try PortScanner.list()
            var findings = PortDiagnosis.findings(ports, gatewayProcess: nil)
            if let choice = port.flatMap({ PortChoice($0) }) {
                findings += try await output.abandonable { [baud] in
                    await PortDiagnosis.greeting(choice, baud: baud, ports: ports)
                }
            }
            for finding in findings {
                await output.line("check") { $0.fields(finding) }
                for line in finding.prose { await output.text(line) }
            }
        }
    }
}

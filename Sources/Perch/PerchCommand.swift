import ArgumentParser
import Failures
import GatewayModel
import Glibc

@main
struct PerchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perch", abstract: "A Bluetooth LE gateway over a USB radio dongle.", version: APIVersion.program,
        groupedSubcommands: [
            CommandGroup(
                name: "Use",
                subcommands: [
                    ScanCommand.self, RangeCommand.self, PlaceCommand.self, CaptureCommand.self, RegionCommand.self,
                    StatusCommand.self, EventsCommand.self, TillCommand.self,
                ]),
            CommandGroup(
                name: "Beacons", subcommands: [BeaconCommand.self, ProvisionCommand.self, PayfritCommand.self]),
            CommandGroup(
                name: "Devices",
                subcommands: [ConfigCommand.self, PatternCommand.self, DetectCommand.self, GATTCommand.self]),
            CommandGroup(
                name: "Gateway",
                subcommands: [
                    SetupCommand.self, ServeCommand.self, ConsoleCommand.self, ESPHomeCommand.self, DongleCommand.self,
                    StoreCommand.self, OutboxCommand.self, SettingsCommand.self,
                ]),
            CommandGroup(
                name: "Tools",
                subcommands: [
                    PortsCommand.self, DoctorCommand.self, SimulateCommand.self, ReplayCommand.self,
                    TraceCommand.self, ConformanceCommand.self, UdevCommand.self,
                ]),
        ])

    static func main() async {
        occupyStandardDescriptors()
        quietenDispatch()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let unknown = VerbPath.unknown(in: arguments, of: self) {
            unknown.failure.prose.forEach(say)
            exit(withError: ExitCode(unknown.failure.exit.rawValue))
        }
        if arguments.isEmpty, isatty(STDOUT_FILENO) == 1, let survey = try? await MachineSurvey.take() {
            print(FirstSteps(survey: survey).text, terminator: "")
            return
        }
        if [[], ["help"], ["-h"], ["--help"]].contains(arguments) {
            print(Overview(command: self).text, terminator: "")
            return
        }
        do {
            var command = try await asyncParseAsRoot(arguments)
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Prints the parser's message, made printable because it may quote any argument, and exits.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        // Help, a version or a completion script quotes no argument.
        if code.isSuccess { exit(withError: error) }
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { printable(String($0)) }.joined(separator: "\n")
        if !text.isEmpty { say(text) }
        exit(withError: code)
    }

    /// Keeps libdispatch from writing to the system's log. Without the right to raise priorities,
    /// which neither a user nor the service has, it does so for each of its threads.
    private static func quietenDispatch() {
        setenv("LIBDISPATCH_LOG", "NO", 0)
    }

    /// Opens `/dev/null` in place of each closed standard descriptor. Otherwise the next port or
    /// file opened would get its number, and prose would be written into it.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // `open` uses the lowest free number, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}

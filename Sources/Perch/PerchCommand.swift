import ArgumentParser
import GatewayModel
import Glibc

@main
struct PerchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perch", abstract: "A Bluetooth LE gateway over a USB radio dongle.", version: APIVersion.program,
        subcommands: [
            PortsCommand.self, ScanCommand.self, RangeCommand.self, PlaceCommand.self, BeaconCommand.self,
            RegionCommand.self, ProvisionCommand.self, PayfritCommand.self, ConfigCommand.self, PatternCommand.self,
            DetectCommand.self,
            OutboxCommand.self,
            CaptureCommand.self,
            GATTCommand.self,
            DongleCommand.self,
            StatusCommand.self, EventsCommand.self, StoreCommand.self, ServeCommand.self, SettingsCommand.self,
            DoctorCommand.self, SimulateCommand.self, ReplayCommand.self, TraceCommand.self,
            ConformanceCommand.self, UdevCommand.self,
        ])

    static func main() async {
        occupyStandardDescriptors()
        await main(nil)
    }

    /// A program that was started with one of them closed would get its number for a port or a file, and write prose into that.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}

import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch config status`: the state of devices and their configs.
struct ConfigStatus: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "List the known devices, or show the state of one.",
        discussion: """
            With --device, it reads the device, and shows its config, anything odd about it, and what an interrupted \
            transfer has left. Without --device, it lists the devices that were ever read, and contacts none.
            """)

    @Option(
        help: ArgumentHelp(
            "The device: ble:ADDRESS or ble:NAME, or dongle for the dongle's own config.", valueName: "device"))
    var device: String?

    @OptionGroup var waiting: ConfigWaitOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        guard let device else { return try await list(output) }
        try await dongle.withConfigs(output) { follower in
            let report = try await follower.report(.read, waiting.order(device))
            await follower.tell(report)
            // Listed even if the device is out of reach: then nothing else is known about it.
            try await transfers(of: report.device.device, follower, output)
            if let failure = report.verbFailure { throw failure }
        }
    }

    private func list(_ output: VerbOutput) async throws {
        try await dongle.gateway.withStoreGateway(output) { client in
            let devices = try await client.configDevices().devices
            output.setResult { $0.field("count", devices.count) }
            for device in devices {
                try await output.line("config-device", of: device)
                await output.text(device.line)
            }
            if devices.isEmpty {
                await output.text(
                    "No device has been read yet. Read one with `perch config status --device ble:FlockFinder-S3`.")
            }
        }
    }

    /// Writes the last five transfers, without those still under way.
    private func transfers(of device: String, _ follower: ConfigFollower, _ output: VerbOutput) async throws {
        let transfers = try await follower.lease.client.configTransfers(device: device).transfers
        for transfer in transfers.prefix(5) where transfer.outcome != nil {
            try await output.line("transfer", of: transfer)
            for line in transfer.lines { await output.text(line) }
        }
    }
}

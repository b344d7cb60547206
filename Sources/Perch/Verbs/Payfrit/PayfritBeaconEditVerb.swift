import Advertising
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons edit`: changes a beacon.
struct PayfritBeaconEditVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a beacon; what is not named stays.")

    @Argument(help: "Its name, number, UUID or address.")
    var beacon: String

    @Option(help: "Its new name, 1 to 100 characters.")
    var name: String?

    @Option(help: "Its new UUID.")
    var uuid: String?

    @Flag(inversion: .prefixedNo, help: "Whether it is in use.")
    var active: Bool?

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard name != nil || uuid != nil || active != nil else {
            throw ValidationError("Say what is to change: --name, --uuid, --active or --no-active.")
        }
    }

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                let chosen = try await client.payfritBeacon(named: beacon, output)
                let order = PayfritBeaconOrder(
                    name: name, uuid: try uuid.map(BeaconPattern.uuid), active: active)
                let changed = try await output.interruptible { try await client.editPayfritBeacon(chosen.id, order) }
                try await output.payfritBeacon(changed)
            }
        }
    }
}

/// `perch payfrit beacons deactivate`: takes beacons out of use.
struct PayfritDeactivateVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Take beacons out of use; `edit --active` brings one back.")

    @Argument(help: "Names, numbers, UUIDs or addresses.")
    var beacons: [String]

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                for beacon in try await client.payfritBeacons(named: beacons, output) {
                    let changed = try await output.interruptible {
                        try await client.editPayfritBeacon(beacon.id, PayfritBeaconOrder(active: false))
                    }
                    try await output.payfritBeacon(changed)
                }
            }
        }
    }
}

import Advertising
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons edit`: changes a beacon.
struct PayfritBeaconEditVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a beacon. Options left out change nothing.")

    @Argument(help: "Name, number, UUID or address of the beacon.")
    var beacon: String

    @Option(help: "New name, 1 to 100 characters.")
    var name: String?

    @Option(help: "New UUID.")
    var uuid: String?

    @Flag(inversion: .prefixedNo, help: "Whether the beacon is in use.")
    var active: Bool?

    @OptionGroup var frame: PayfritFrame

    func validate() throws {
        guard name != nil || uuid != nil || active != nil else {
            throw ValidationError("Give at least one change: --name, --uuid, --active or --no-active.")
        }
    }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacon(named: beacon)
        let order = PayfritBeaconOrder(
            name: name, uuid: try uuid.map(BeaconPattern.uuid), active: active)
        let changed = try await payfrit.client.editPayfritBeacon(chosen.id, order)
        try await output.payfritBeacon(changed)
    }
}

/// `perch payfrit beacons deactivate`: takes beacons out of use.
struct PayfritDeactivateVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Deactivate beacons. `edit --active` reactivates one.")

    @Argument(help: "Names, numbers, UUIDs or addresses of the beacons.")
    var beacons: [String]

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        for beacon in try await payfrit.client.payfritBeacons(named: beacons) {
            let changed = try await payfrit.client.editPayfritBeacon(beacon.id, PayfritBeaconOrder(active: false))
            try await output.payfritBeacon(changed)
        }
    }
}

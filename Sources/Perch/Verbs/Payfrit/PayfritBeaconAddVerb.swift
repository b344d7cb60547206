import Advertising
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons add`: adds a beacon.
struct PayfritBeaconAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a beacon of which only the UUID is known.",
        discussion: """
            `perch provision table` registers the beacons that Perch provisions, with major, minor and address. With \
            the API php, a service point with the beacon's name is added, too. The request is sent once; if its \
            outcome is unknown, check with `perch payfrit beacons`.
            """)

    @Argument(help: "Name of the beacon, 1 to 100 characters.")
    var name: String

    @Option(help: "UUID of the beacon, 32 hexadecimal digits, with dashes or without.")
    var uuid: String

    @Flag(inversion: .prefixedNo, help: "Whether the beacon is in use.")
    var active = true

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let order = PayfritBeaconOrder(name: name, uuid: try BeaconPattern.uuid(uuid), active: active)
        let made = try await payfrit.client.addPayfritBeacon(order)
        try await output.payfritBeacon(made)
    }
}

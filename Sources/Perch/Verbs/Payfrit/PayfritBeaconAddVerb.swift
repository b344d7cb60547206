import Advertising
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons add`: adds a beacon.
struct PayfritBeaconAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a beacon of which only the UUID is known.",
        discussion: """
            One that is provisioned by this program is registered by `perch provision table`, with its major, minor and \
            address. The API php makes a service point of the beacon's name beside it. It is sent once: where nobody knows what became of it, look with `perch payfrit beacons`.
            """)

    @Argument(help: "Its name, 1 to 100 characters.")
    var name: String

    @Option(help: "Its UUID, 32 hexadecimal digits, with dashes or without.")
    var uuid: String

    @Flag(inversion: .prefixedNo, help: "Whether it is in use.")
    var active = true

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let order = PayfritBeaconOrder(name: name, uuid: try BeaconPattern.uuid(uuid), active: active)
        let made = try await payfrit.client.addPayfritBeacon(order)
        try await output.payfritBeacon(made)
    }
}

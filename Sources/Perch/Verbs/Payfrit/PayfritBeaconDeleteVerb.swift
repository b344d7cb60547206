import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons delete`: deletes beacons.
struct PayfritBeaconDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete beacons.",
        discussion: """
            The API php has no other way than to wipe a beacon: it stays in the list as not active, without hardware and \
            service point. Several are deleted at the same time; each that the backend refuses is told, and is still there.
            """)

    @Argument(help: "Names, numbers, UUIDs or addresses.")
    var beacons: [String]

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacons(named: beacons, output)
        try await BeaconDeletion(client: payfrit.client, output: output, verb: "delete", done: "deleted")
            .run(chosen, isSure: yes)
    }
}

/// `perch payfrit wipe`: removes a beacon's hardware and service point in the backend.
struct PayfritWipeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "wipe", abstract: "Have the backend forget a beacon's hardware and service point.",
        discussion: """
            What the beacon itself holds stays as it is: `perch provision table` gives it another identity. The API cfm \
            deletes the beacon.
            """)

    @Argument(help: "Its address, name, number or UUID.")
    var beacon: String

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacon(named: beacon, output)
        try await BeaconDeletion(client: payfrit.client, output: output, verb: "wipe", done: "wiped")
            .run([chosen], isSure: yes)
    }
}

import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit beacons delete`: deletes beacons.
struct PayfritBeaconDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete beacons.",
        discussion: """
            With the API php, a beacon can only be wiped: it stays in the list as not active, without hardware and \
            service point. Several beacons are deleted at the same time; each one that the backend refuses is \
            reported, and still exists.
            """)

    @Argument(help: "Names, numbers, UUIDs or addresses of the beacons.")
    var beacons: [String]

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacons(named: beacons)
        try await BeaconDeletion(client: payfrit.client, output: output, verb: "delete", done: "deleted")
            .run(chosen, isSure: yes)
    }
}

/// `perch payfrit wipe`: removes a beacon's hardware and service point in the backend.
struct PayfritWipeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "wipe", abstract: "Have the backend forget a beacon's hardware and service point.",
        discussion: """
            The beacon itself stays as it is; `perch provision table` gives it another identity. With the API cfm, \
            the beacon is deleted.
            """)

    @Argument(help: "Address, name, number or UUID of the beacon.")
    var beacon: String

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacon(named: beacon)
        try await BeaconDeletion(client: payfrit.client, output: output, verb: "wipe", done: "wiped")
            .run([chosen], isSure: yes)
    }
}

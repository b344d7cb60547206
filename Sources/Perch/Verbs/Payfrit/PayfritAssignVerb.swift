import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch payfrit servicepoints assign`: assigns a beacon to a service point.
struct PayfritAssignVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Assign a beacon to a service point. It replaces any beacon there.",
        discussion: """
            If the beacon is at another service point, Perch asks before it moves the beacon. If the backend refuses, \
            the service point keeps the beacon it has.
            """)

    @Argument(help: "Name or number of the service point.")
    var servicePoint: String

    @Argument(help: "Name, number, UUID or address of the beacon.")
    var beacon: String

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let points = try await payfrit.client.servicePoints().servicePoints
        let point = points[
            try NamedChoice.servicePoint.place(of: servicePoint, among: points.map(\.candidate))]
        let chosen = try await payfrit.client.payfritBeacon(named: beacon)
        if let other = points.first(where: { $0.beacon == chosen.id && $0.id != point.id }) {
            let consequence =
                "Beacon \(chosen.called) is at service point \"\(other.name)\", which would be left without a beacon."
            let question = "Move it to \"\(printable(point.name))\"?"
            try await Prompt(output: output).confirm(question, printable(consequence), isSure: yes)
        }
        var changed = try await payfrit.client.assignPayfritBeacon(point.id, PayfritAssignment(beacon: chosen.id))
        if changed.beacon == chosen.id { changed.beaconName = chosen.name }
        try await output.servicePoint(changed)
    }
}

/// `perch payfrit servicepoints unassign`: removes the beacon from a service point.
struct PayfritUnassignVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "unassign", abstract: "Remove the beacon that is assigned to a service point.")

    @Argument(help: "Name or number of the service point.")
    var servicePoint: String

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let point = try await payfrit.client.payfritServicePoint(named: servicePoint)
        let changed = try await payfrit.client.unassignPayfritBeacon(point.id)
        try await output.servicePoint(changed)
    }
}

import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit servicepoints edit`: changes a service point.
struct PayfritServicePointEditVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a service point, if the API can. Options left out change nothing.")

    @Argument(help: "Name or number of the service point.")
    var servicePoint: String

    @Option(help: "New name, 1 to 100 characters.")
    var name: String?

    @OptionGroup var fields: ServicePointFields
    @OptionGroup var frame: PayfritFrame

    func validate() throws {
        guard fields.order(name: name) != PayfritServicePointOrder() else {
            throw ValidationError("Give at least one change: --name, --type, --code, --sort-order or --active.")
        }
    }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let point = try await payfrit.client.payfritServicePoint(named: servicePoint)
        let order = fields.order(name: name)
        var changed = try await payfrit.client.editServicePoint(point.id, order)
        // The backend's answer has the beacon's number without its name.
        if changed.beacon == point.beacon { changed.beaconName = point.beaconName }
        try await output.servicePoint(changed)
    }
}

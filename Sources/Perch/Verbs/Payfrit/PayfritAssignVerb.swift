import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit servicepoints assign`: says which beacon stands at a service point.
struct PayfritAssignVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Assign a beacon to a service point, in the place of the one it may have.",
        discussion: "Where the backend refuses, the service point keeps what it has.")

    @Argument(help: "Name or number of the service point.")
    var servicePoint: String

    @Argument(help: "Name, number, UUID or address of the beacon.")
    var beacon: String

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                let point = try await client.payfritServicePoint(named: servicePoint, output)
                let chosen = try await client.payfritBeacon(named: beacon, output)
                var changed = try await output.interruptible {
                    try await client.assignPayfritBeacon(chosen.id, to: point.id)
                }
                if changed.beacon == chosen.id { changed.beaconName = chosen.name }
                try await output.servicePoint(changed)
            }
        }
    }
}

/// `perch payfrit servicepoints unassign`: takes the beacon away.
struct PayfritUnassignVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unassign", abstract: "Take the beacon away that is assigned to a service point.")

    @Argument(help: "Name or number of the service point.")
    var servicePoint: String

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                let point = try await client.payfritServicePoint(named: servicePoint, output)
                let changed = try await output.interruptible {
                    try await client.assignPayfritBeacon(nil, to: point.id)
                }
                try await output.servicePoint(changed)
            }
        }
    }
}

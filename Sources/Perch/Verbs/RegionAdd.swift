import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch region add`: adds a region, which the gateway watches from then on.
struct RegionAdd: Verb {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a region.")

    @Argument(help: "Name of the region: 1 to 64 letters, digits, hyphens, dots and underscores.")
    var name: String

    @Option(help: ArgumentHelp("Beacons of the region.", valueName: "uuid[/major[/minor]]"))
    var beacon: String

    @Option(help: "Sightings needed to enter the region, 1...1000.")
    var enterSightings = 1

    @Option(help: "Time within which these sightings must come, 100ms...1h.")
    var enterWithin = DurationArgument(.seconds(10))

    @Option(help: "Time without a sighting of its beacons, after which the region is left, 1s...24h.")
    var exitAfter = DurationArgument(.seconds(30))

    @Option(
        name: .customLong("min-rssi"), parsing: .unconditional,
        help: "Sightings weaker than this do not count, in dBm, -127...20.")
    var minimumRSSI: Int?

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard (1...1000).contains(enterSightings) else { throw ValidationError("--enter-sightings takes 1...1000.") }
        guard (.milliseconds(100)...Duration.seconds(3600)).contains(enterWithin.duration) else {
            throw ValidationError("--enter-within takes 100ms...1h.")
        }
        guard (.seconds(1)...Duration.seconds(86_400)).contains(exitAfter.duration) else {
            throw ValidationError("--exit-after takes 1s...24h.")
        }
        guard minimumRSSI.map({ (-127...20).contains($0) }) ?? true else {
            throw ValidationError("--min-rssi takes -127...20.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let meant = try await naming(["invalid-uuid": "--beacon"]) {
            try await BeaconPattern.find(beacon, client, output)
        }
        let definition = RegionDefinition(
            name: name, uuid: meant.uuid, major: meant.major.map(Int.init),
            minor: meant.minor.map(Int.init), enterSightings: enterSightings,
            enterWithinMs: Int(enterWithin.duration / .milliseconds(1)),
            exitAfterMs: Int(exitAfter.duration / .milliseconds(1)), minimumRSSI: minimumRSSI)
        let added = try await client.addRegion(definition)
        try await output.line("region-status", of: added)
        await output.text("Region \"\(printable(name))\" added: \(meant)")
        for other in added.covers {
            await output.text(
                "It covers region \"\(printable(other))\": each beacon of that region counts for both.")
        }
        for other in added.coveredBy {
            await output.text(
                "It is part of region \"\(printable(other))\": each of its beacons counts for both.")
        }
        if !added.monitoring {
            await output.text("No gateway watches regions at the moment. Run `perch serve` or `perch region watch`.")
        }
    }
}

import ArgumentParser
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit beacons`: the beacons of the business.
struct PayfritBeaconsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacons", abstract: "Show and change the business's beacons.",
        subcommands: [
            PayfritBeaconsListVerb.self, PayfritBeaconShowVerb.self, PayfritBeaconAddVerb.self,
            PayfritBeaconEditVerb.self, PayfritDeactivateVerb.self, PayfritBeaconDeleteVerb.self,
        ], defaultSubcommand: PayfritBeaconsListVerb.self)
}

/// `perch payfrit beacons list`, or `perch payfrit beacons` for short.
struct PayfritBeaconsListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the beacons.",
        discussion: "✓ active, ✗ not active; then name, UUID and, where there are any, major and minor, address, place."
    )

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let list = try await payfrit.client.payfritBeacons()
        let beacons = list.beacons
        output.setResult { $0.field("count", beacons.count) }
        let hasColour = output.hasColour
        for beacon in beacons { try await output.line("payfrit-beacon", of: beacon) }
        await output.text(PayfritBeacon.table(beacons, hasColour: hasColour))
        if beacons.contains(where: { $0.active == false }) {
            await output.text("✗: not active. The backend keeps deleted beacons in this state.")
        }
        if beacons.isEmpty { await output.text("No beacons yet. Add one with `perch payfrit beacons add`.") }
        try await output.leftOut(list.leftOut)
    }
}

/// `perch payfrit beacons show`: shows everything known about a beacon.
struct PayfritBeaconShowVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show everything about a beacon.")

    @Argument(help: "Name, number, UUID or address of the beacon.")
    var beacon: String

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.payfritBeacon(named: beacon)
        let whole = try await payfrit.client.payfritBeacon(chosen.id)
        try await output.line("payfrit-beacon", of: whole)
        for line in whole.details { await output.text(line) }
    }
}

extension VerbOutput {
    /// Writes the current state of a beacon.
    func payfritBeacon(_ beacon: PayfritBeacon) async throws {
        try await line("payfrit-beacon", of: beacon)
        await text(PayfritBeacon.table([beacon], hasColour: hasColour))
    }
}

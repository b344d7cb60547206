import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// `perch range`: shows beacons with their distances, nearest first.
struct RangeCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "range", abstract: "Show beacons with their distances, once a second.",
        discussion: """
            On a terminal, it shows a table, the nearest beacon first. Into a pipe or with --json, it writes one JSON \
            object a second, and a result at the end. The accuracy is in metres; use it only to see which of two \
            beacons is nearer.
            """)

    @Option(help: "Only this region's beacons, from its enter to its exit.")
    var region: String?

    @Option(
        help: ArgumentHelp(
            "Only these beacons: UUID[/MAJOR[/MINOR]], a UUID's beginning, an address, an alias or a table's name.",
            valueName: "beacon"))
    var beacon: String?

    @Option(help: "Stop after this time, such as 10s, 2m or 1h; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: DongleFrame

    var writesJSONUnasked: Bool { Terminal() == nil }

    func validate() throws {
        try frame.dongle.refuseOneDongle()
        if region != nil { try frame.dongle.refuseSimulated(because: "--region") }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: region != nil, settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        try await lease.checkRadio(output)
        let meant = try await meant(lease.client, output)
        let stream = try await lease.client.ranging(meant, region: region)
        let ranging = Ranging(output: output, isOfRegion: region != nil)
        output.setResult { $0.fields(ranging.counts) }
        let place = output.isJSON ? "" : try await lease.places()
        try await output.live(
            lines: { ranging.lines(columns: $0, rows: $1, place: place, hasColour: $2) },
            while: { try await follow(stream, ranging, output) })
        try output.checkWhole(isBounded: duration != nil)
    }

    private func meant(_ client: GatewayClient, _ output: VerbOutput) async throws -> BeaconPattern? {
        guard let beacon else { return nil }
        return try await naming(["invalid-uuid": "--beacon"]) { try await BeaconPattern.find(beacon, client, output) }
    }

    private func follow(
        _ stream: LineStream<RangingStreamLine>, _ ranging: Ranging, _ output: VerbOutput
    ) async throws {
        try await Following.run(until: output.stop, duration: duration?.duration, of: stream, ending: .gateway) {
            line in
            await ranging.take(line)
        }
    }
}

extension GatewayClient {
    /// Starts ranging.
    ///
    /// - Parameter pattern: Beacons to range; nil for all.
    func ranging(_ pattern: BeaconPattern?, region: String? = nil) async throws -> LineStream<RangingStreamLine> {
        try await ranging(region: region, uuid: pattern?.uuid, major: pattern?.major, minor: pattern?.minor)
    }
}

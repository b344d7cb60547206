import ArgumentParser
import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch place`: checks whether a beacon is heard well where it stands.
struct PlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Check whether a beacon is heard well from here.",
        discussion: """
            Takes one sample a second. When so many in a row are strong enough, the beacon is detected and the command \
            ends with 0. One weak sample, or three seconds without the beacon, and it begins again from 0.
            """)

    @Option(
        help: ArgumentHelp(
            "The beacon: UUID[/MAJOR[/MINOR]], a UUID's beginning, an address, its alias or its table's name.",
            valueName: "beacon"))
    var beacon: String?

    @Option(help: ArgumentHelp("The beacon of this table.", valueName: "name"))
    var table: String?

    @Option(parsing: .unconditional, help: "The weakest sample that counts, in dBm, -100...0.")
    var threshold = -75

    @Option(help: "Samples in a row, 1...100.")
    var samples = 5

    @Option(help: "Give up after this long, with 75; without it at ^C.")
    var duration: DurationArgument?

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try dongle.refuseOneDongle()
        guard (beacon == nil) != (table == nil) else { throw ValidationError("Give either --beacon or --table.") }
        guard (-100...0).contains(threshold) else { throw ValidationError("--threshold takes -100...0.") }
        guard (1...100).contains(samples) else { throw ValidationError("--samples takes 1...100.") }
    }

    func run() async throws {
        try await output.run { output in
            try await dongle.withGateway(output, readsSettings: true) { lease in
                let meant = try await meant(lease.client, output)
                let stream = try await output.interruptible { try await lease.client.ranging(RangingWish(meant)) }
                let inhibitor = SleepInhibitor(why: "checking where a beacon stands")
                defer { inhibitor?.end() }
                let placement = Placement(
                    check: PlacementCheck(thresholdDBm: threshold, samplesWanted: samples), beacon: "\(meant)",
                    hasColour: Terminal()?.hasColour ?? false, output: output)
                output.setResult { $0.fields(placement.outcome) }
                try await Following.run(until: output.stop, duration: duration?.duration, of: stream, ending: .gateway)
                { line in
                    if try await placement.take(line) { output.stop.stop(.satisfied) }
                }
                guard placement.outcome.isDetected else {
                    if output.stop.reason == .signal { throw Failure.interrupted }
                    throw placement.notDetected
                }
            }
        }
    }

    private func meant(_ client: GatewayClient, _ output: VerbOutput) async throws -> BeaconPattern {
        if let beacon { return try await BeaconPattern.find(beacon, client, output) }
        let table = try await output.tableNamed(table ?? "", of: client)
        return try BeaconPattern("\(table.uuid)/\(table.major)/\(table.minor)")
    }
}

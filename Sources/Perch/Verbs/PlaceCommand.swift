import ArgumentParser
import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch place`: checks whether a beacon is heard well where it stands.
struct PlaceCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Check whether a beacon is heard well from here.",
        discussion: """
            Takes one sample a second. When --samples in a row are strong enough, the beacon is detected and the verb \
            ends with 0. After one weak sample, or three seconds without the beacon, the count starts again at 0.
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

    @Option(help: "Strong samples needed in a row, 1...100.")
    var samples = 5

    @Option(help: "Give up after this time, ending with 75; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: DongleFrame

    func validate() throws {
        try frame.dongle.refuseOneDongle()
        guard (beacon == nil) != (table == nil) else { throw ValidationError("Give either --beacon or --table.") }
        guard (-100...0).contains(threshold) else { throw ValidationError("--threshold takes -100...0.") }
        guard (1...100).contains(samples) else { throw ValidationError("--samples takes 1...100.") }
        guard duration.map({ $0.duration >= .seconds(samples) }) ?? true else {
            throw ValidationError("--duration is too short for \(counted(samples, "sample")): one comes a second.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        try await lease.checkRadio(output)
        let table = try await atTable(lease.client)
        let meant =
            if let table { try BeaconPattern(table.identityWords) } else {
                try await naming(["invalid-uuid": "--beacon"]) {
                    try await BeaconPattern.find(beacon ?? "", lease.client, output)
                }
            }
        let stream = try await lease.client.ranging(meant)
        let inhibitor = SleepInhibitor(why: "checking where a beacon stands")
        defer { inhibitor?.end() }
        let placement = Placement(
            check: PlacementCheck(thresholdDBm: threshold, samplesWanted: samples), beacon: "\(meant)",
            table: table, hasColour: output.hasColour, output: output)
        output.setResult { $0.fields(placement.outcome) }
        try await Following.run(until: output.stop, duration: duration?.duration, of: stream, ending: .gateway) {
            line in
            if try await placement.take(line) { output.stop.stop(.satisfied) }
        }
        guard placement.outcome.isDetected else {
            if output.stop.reason == .signal { throw Failure.interrupted }
            throw placement.notDetected
        }
    }

    private func atTable(_ client: GatewayClient) async throws -> PayfritTable? {
        guard let table else { return nil }
        return try await client.table(named: table)
    }
}

import Advertising
import ArgumentParser
import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// `perch beacon calibrate`: measures a beacon at one metre.
struct BeaconCalibrate: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure a beacon's signal at one metre, to estimate its distance from that.",
        discussion: """
            Put the beacon one metre from the dongle, with nothing in between. Perch takes one sample a second.

            With --site it measures how the signal falls with the distance instead: carry the beacon to each of the \
            distances when Perch says so.

              perch beacon calibrate badge --site 1,2,4,8
            """)

    @Argument(help: ArgumentHelp("The beacon, or its name.", valueName: "uuid/major/minor"))
    var beacon: String

    @Option(help: "Samples, 5...1000.")
    var samples = 30

    @Option(help: "Longest time for all samples; without it, 3 s for each sample.")
    var within: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Distances from the dongle to measure the site's path loss at, 2...20 of 0.5...50 m.",
            valueName: "metres,metres,..."))
    var site: SiteArgument?

    @Flag(help: "Remove the calibration, and use the power that the beacon states.")
    var remove = false

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var frame: LocalFrame

    func validate() throws {
        try dongle.refuseOneDongle()
        guard site == nil || !remove else { throw ValidationError("Give either --site or --remove.") }
        guard (5...1000).contains(samples) else { throw ValidationError("--samples takes 5...1000.") }
    }

    func run(_ output: VerbOutput) async throws {
        if remove {
            return try await dongle.gateway.withStoreGateway(output) { client in
                await output.devBanner(of: client)
                let identity = try await BeaconPattern.findOne(beacon, client, output)
                try await keep(nil, identity, client, output)
            }
        }
        try await dongle.withGateway(output, needsStore: dongle.port != .simulated) { lease in
            await output.devBanner(of: lease.client)
            let identity = try await BeaconPattern.findOne(beacon, lease.client, output)
            if let site { return try await measureSite(site, identity, lease.client, output) }
            let outcome = try await measure(identity, lease.client, output)
            let record = BeaconCalibrationRecord(
                powerAt1m: outcome.calibration.powerAt1mDBm, samples: outcome.samples,
                spread: Double(outcome.spreadDB))
            try await keep(record, identity, lease.client, output)
        }
    }

    private func measure(
        _ identity: BeaconIdentity, _ client: GatewayClient, _ output: VerbOutput
    ) async throws -> CalibrationRun.Outcome {
        var configuration = CalibrationRun.Configuration()
        configuration.samples = samples
        configuration.within = within?.duration ?? .seconds(3 * samples)
        let run = Mutex(CalibrationRun(configuration))
        let outcome = Mutex<CalibrationRun.Outcome?>(nil)
        try await followTicks(of: identity, client, output) { tick, now in
            let rssi = tick.beacons.compactMap(\.rssi).max().map { Int8(clamping: $0) }
            // The body of a lock does not preserve typed throws; a Result does.
            let taken = run.withLock { run in Result { try run.take(rssi, at: now) } }
            let count = run.withLock { $0.count }
            await output.line("sample", at: tick.ts) {
                if let rssi { $0.field("rssi", rssi) }
                $0.field("samples", count)
            }
            await output.text("\(rssi.map { "\($0) dBm" } ?? "not heard")  \(count)/\(samples)")
            guard let ended = try taken.get() else { return }
            outcome.withLock { $0 = ended }
            output.stop.stop(.satisfied)
        }
        guard let ended = outcome.withLock({ $0 }) else { throw Failure.interrupted }
        return ended
    }

    /// Passes each ranging tick of a beacon, and its time since the start, until the verb is stopped.
    ///
    /// - Throws: ``Failure`` when no dongle listens any more; errors of the stream and of `take`.
    func followTicks(
        of identity: BeaconIdentity, _ client: GatewayClient, _ output: VerbOutput,
        _ take: @escaping @Sendable (RangingLine, Duration) async throws -> Void
    ) async throws {
        let stream = try await client.ranging(BeaconPattern(identity))
        let radio = Mutex(RadioWatch())
        let begin = ContinuousClock.now
        try await Following.run(until: output.stop, duration: nil, of: stream, ending: .gateway) { line in
            switch line {
            case .start(let start): output.note(start)
            case .tick(let tick):
                try radio.withLock { try $0.take(tick) }
                try await take(tick, .now - begin)
            case .region, .missed, .idle: return
            }
        }
    }

    private func keep(
        _ record: BeaconCalibrationRecord?, _ identity: BeaconIdentity, _ client: GatewayClient, _ output: VerbOutput
    ) async throws {
        let kept = try await client.setCalibration(record, of: identity)
        try await output.line("beacon", of: kept)
        await output.text(
            "\(printable(kept.name)) " + (kept.calibration.map { "is \($0.words)." } ?? "no longer has a calibration."))
    }
}

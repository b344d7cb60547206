import ArgumentParser
import BeaconTracking
import Failures
import Foundation
import Glibc
import LineFormats
import Recording

/// `perch replay`: runs a recording through regions and ranging, as fast as it can be read.
struct ReplayCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run a recording through ranging and regions, offline.",
        discussion: """
            Needs no dongle and no gateway. Times are those of the recording: t counts seconds from its first line. \
            At the end of the recording, regions keep their state, since nothing is known of the time after it.

              perch replay walk.ndjson.gz --region table=E7B2C021-5D07-4D0B-9C20-223488C8B012/1 --exit-after 5s
            """)

    @Argument(
        help: "A recording of adverts or of sightings, one JSON object a line, plain or gzip.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "A region to monitor; may be given several times.", valueName: "name=uuid[/major[/minor]]"))
    var region: [RegionArgument] = []

    @Option(help: "Time after its last sighting at which a region is left, 1s to 24h.")
    var exitAfter = DurationArgument(.seconds(30))

    @Option(help: "Sightings within 10 s at which a region is entered, 1 to 1000.")
    var enterSightings = 1

    @Option(parsing: .unconditional, help: "Weakest signal that counts for regions, in dBm.")
    var minRSSI: Int8?

    @Option(
        help: "Distance model: log-distance:EXPONENT with 1 to 6, altbeacon, or altbeacon-classic; else log-distance:2."
    )
    var distance: DistanceArgument?

    @Option(help: "Replay only this track of the recording.")
    var track: String?

    @Option(
        parsing: .unconditional, help: "Power at 1 m of every beacon, in dBm, -127...-1; else what the beacon states.")
    var power: Int8?

    @Option(
        help: "A JSON file with the receivers' positions: the result tells how right distances and nearest are.",
        completion: .file())
    var truth: String?

    @Flag(help: "Also write every sighting; with --json only.")
    var sightings = false

    @OptionGroup var frame: LocalFrame

    func validate() throws {
        guard exitAfter.duration >= .seconds(1), exitAfter.duration <= .seconds(86_400) else {
            throw ValidationError("--exit-after takes 1s to 24h.")
        }
        guard (1...1000).contains(enterSightings) else { throw ValidationError("--enter-sightings takes 1 to 1000.") }
        guard power.map({ (-127...(-1)).contains($0) }) ?? true else {
            throw ValidationError("--power takes -127...-1.")
        }
        guard Set(region.map(\.region.name)).count == region.count else {
            throw ValidationError("Two regions have the same name.")
        }
    }

    /// Most tracks that are listed.
    private static let trackLimit = 20

    var writesJSONUnasked: Bool { isatty(STDOUT_FILENO) != 1 }

    func run(_ output: VerbOutput) async throws {
        var run = ReplayRun(
            regions: regions, distance: distance?.model ?? .indoors, powerDBm: power, score: try score())
        var reader = try RecordingReader(path: file)
        var tracks: Set<String> = []
        defer { reader.skipped.sentence(path: file).map { say("perch: \($0)") } }
        do {
            while output.stop.reason == nil, let line = try reader.nextLine() {
                if tracks.count < ReplayCommand.trackLimit, let track = line.track { tracks.insert(track) }
                if let track, line.track != track { continue }
                var events: [(ReplayRun.Event, Duration)] = []
                run.take(line) { events.append(($0, $1)) }
                for (event, at) in events { await write(event, at: at, run, output) }
            }
        } catch {
            setResult(run, reader.skipped.count, output)
            throw error
        }
        setResult(run, reader.skipped.count, output)
        try output.checkWhole(isBounded: true)
        if let track, !tracks.contains(track), tracks.count < ReplayCommand.trackLimit {
            throw Failure.noTrack(track, in: file)
        }
        if track == nil, tracks.count > 1 {
            say(
                "perch: \(printable(file)) has several tracks, replayed as one. Choose one with --track: "
                    + "\(tracks.sorted().map { printable($0) }.joined(separator: ", ")).")
        }
        for line in run.summary(regions: regions.map(\.name)) { await output.text(line) }
    }

    private func score() throws -> ReplayScore? {
        guard let truth else { return nil }
        do {
            return try ReplayScore(truth: Data(contentsOf: URL(filePath: truth)))
        } catch {
            throw Failure.truth(truth)
        }
    }

    private var regions: [BeaconRegion] {
        region.map {
            var region = $0.region
            region.exitAfter = exitAfter.duration
            region.enterSightings = enterSightings
            region.minimumRSSI = minRSSI
            return region
        }
    }

    private func setResult(_ run: ReplayRun, _ malformed: Int, _ output: VerbOutput) {
        output.setResult { $0.fields(run, malformed: malformed) }
    }

    private func write(_ event: ReplayRun.Event, at: Duration, _ run: ReplayRun, _ output: VerbOutput) async {
        if case .sighting = event, !sightings { return }
        // The recording's own time, if its first line has a date; else counted from 0.
        let seconds = (run.firstSeconds ?? 0) + at / .seconds(1)
        let time = Timestamp(microsecondsSince1970: Int64((min(seconds, 31_557_600_000) * 1_000_000).rounded()))
        await output.line(event.type, at: time) {
            $0.field("t", thousandths: at / .seconds(1))
            $0.fields(event, of: run)
        }
        if case .region(let transition) = event { await output.text(transition.sentence) }
    }
}

extension RegionTransition {
    /// Line of the text output, such as `   12.3 s  table: enter (3 sightings within 4.2 s)`.
    fileprivate var sentence: String {
        let time = (at / .seconds(1)).formatted(.number.precision(.fractionLength(1)).grouping(.never))
        return
            "\(String(repeating: " ", count: max(0, 8 - time.count)))\(time) s  \(printable(region)): \(meaning.rawValue) (\(reason))"
    }
}

extension ReplayRun {
    /// Returns the summary of the text output.
    fileprivate func summary(regions: [String]) -> [String] {
        let floods = tracker.counts.floodOfAddress + tracker.counts.floodOfUUID
        let seconds = (now / .seconds(1)).formatted(.number.precision(.fractionLength(1)).grouping(.never))
        var lines = [
            "\(tracker.counts.sightings) sightings of \(identities.count) beacons in \(seconds) s"
                + (otherAdverts > 0 ? ", \(otherAdverts) other adverts" : "")
                + (floods > 0 ? ", \(floods) sightings of floods left out" : "") + "."
        ]
        if let score { lines.append(score.sentence) }
        for name in regions {
            let state = monitor.status(name)?.state ?? .unknown
            lines.append("\(printable(name)) is \(state.rawValue) at the end.")
        }
        return lines
    }
}

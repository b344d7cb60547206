import ArgumentParser
import Foundation

/// `perch-bench`: measures, and reports which targets are met.
@main
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perch-bench", abstract: "Measures Perch and prints a Markdown table.",
        discussion: "Build it and perch with -c release; the two must lie in the same folder.")

    @Option(help: "Also write the table to this file.", completion: .file())
    var write: String?

    @Option(
        help: "A folder of recordings made over the air; without it what PERCH_RECORDINGS names.",
        completion: .directory)
    var recordings: String?

    @Option(help: "Measure this only; may be given several times.")
    var only: [Subject] = []

    @Option(help: "Also draw a walk of the recording one-lab to this file, as SVG.", completion: .file())
    var draw: String?

    func run() throws {
        let subjects = only.isEmpty ? Subject.allCases : only
        guard !BenchCommand.isDebug || !subjects.contains(where: \.dependsOnSpeed) else {
            throw ValidationError("A debug build measures nothing of use: swift run -c release perch-bench")
        }
        let folder = recordings ?? BenchCommand.usualRecordings
        if let draw { try WalkDrawing.write(folder: folder, to: draw) }
        var figures: [Figure] = []
        for subject in subjects {
            Report.progress("measuring \(subject.rawValue)")
            do {
                figures += try subject.measure(recordings: folder)
            } catch {
                figures.append(.failed(subject.rawValue, error))
            }
        }
        let command =
            "swift run -c release " + CommandLine.arguments.map(printed).joined(separator: " ")
        let report = Report(
            figures: figures, notes: subjects.compactMap(\.note), machine: Machine(), command: command
        ).markdown
        print(report)
        if let write { try report.write(toFile: write, atomically: true, encoding: .utf8) }
        if figures.contains(where: { $0.verdict != .met && $0.verdict != .forComparison }) { throw ExitCode.failure }
    }

    /// Folder of the recordings; without the variable, a folder beside the checkout.
    private static var usualRecordings: String {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        return named.isEmpty ? "../shared/data" : named
    }

    /// The paths of the program and the recordings are private to this machine.
    private func printed(_ argument: String) -> String {
        switch argument {
        case CommandLine.arguments.first: "perch-bench"
        case recordings: "RECORDINGS"
        default: argument
        }
    }

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}

/// Subjects that can be measured.
enum Subject: String, CaseIterable, ExpressibleByArgument {
    case decoder, parser, adverts, tracker, rooms, ranging, history, provisioning, detection, patterns, configs,
        payfrit, replay,
        gateway,
        faults
    case goodput
    case roundTrip = "round-trip"
    case firstLine = "first-line"
    case coreSize = "core-size"

    /// Whether the figures differ between machines and builds.
    var dependsOnSpeed: Bool { self != .rooms && self != .ranging }

    /// Explanation that is needed to judge the figures.
    var note: String? {
        switch self {
        case .decoder: "Both frame decoders compute CRC-32C by the same method, slicing-by-8."
        case .parser:
            """
            Both parsers get adverts one after the other and drop each result. *Summed up*: zlib's CRC-32 over \
            all names, powers, UUIDs, service and manufacturer data, in Swift and in Python; both sums must be \
            equal. *Dropped*: the parsed advert is not used, and Python's loop runs in C. The Python parser is \
            called without its cache of adverts; the bench checks that it is compiled.
            """
        case .faults:
            "The hostile line and its clock are virtual and seeded: the same build gives the same figures on every machine."
        case .goodput: "The paced lines are virtual, with 1 ms of latency each way."
        case .history:
            """
            The month has a tenth of the day's beacons: a beacon's history is found interval by interval, and \
            the number of intervals is the same.
            """
        case .tracker:
            """
            Memory is the resident size of the process before and after, each time after malloc_trim has \
            returned free memory.
            """
        case .rooms:
            """
            From the first note of who is where to the end of the recording, every second of each beacon whose \
            room is known counts once. Right is the room's own gateway. The 43 moves are not left out, and a \
            forgotten beacon counts as wrong. The gateways of rooms 201, 202 and 205 fell silent before any of \
            the eight beacons was there, so nothing can name these rooms.
            """
        case .ranging:
            """
            Each second and gateway that has heard the beacon within 5 s is a sample, at −61 dBm at 1 m for all. \
            The share in the right class is the mean over the classes with 50 samples or more. The others are ports \
            of their published code, with its constants. For the places at rest the recording has only the mean and \
            the deviation of each gateway's signals, so adverts are drawn from these, with three seeds; the fitted \
            exponent is fitted to these places. An exit is false if the beacon stayed in its room, \
            the first and last minute of the stay left out. Each gateway alone: also those of other rooms, which may \
            never hear the beacon.
            """
        case .provisioning:
            """
            The beacons are simulated, at a connection interval of 15 ms; for the kills at 7.5 ms. The next \
            gateway's report is compared with the beacon. A run is misreported if it is called verified and the \
            beacon will not advertise its new identity; called failed although a save was sent; called written \
            although it was not; called unknown without a save in the journal; if the beacon saved and the \
            journal has no save; or if no reason says why it is not verified.
            """
        case .detection:
            """
            The rates are processor time of one thread. The sightings from the field were gathered by the very \
            names that are looked for, so they only show that nothing is missed; finds by the address alone say \
            more. The recordings are of places without such devices, as far as is known: a find there counts as \
            wrong until shown otherwise.
            """
        case .patterns:
            """
            SSIDs, addresses, names and UUIDs are a quarter each; no two are alike. The verb starts a gateway of \
            its own.
            """
        case .configs:
            """
            The FlockFinder is simulated, and the gateway's store is in memory. Each write waits for its answer, \
            and for nothing else.
            """
        case .payfrit:
            """
            Gateway and development backend are one process each, on one machine. An earlier gateway has queued \
            the registrations; each takes three requests and four durable commits, one after the other. The \
            killed gateway is a build like this program's, with a simulated beacon. A registration is lost or \
            doubled if the backend does not count exactly one registration, hardware, sighting, beacon and \
            service point.
            """
        case .gateway:
            """
            The rest of a gateway's memory is pages of the program and its libraries, which the system takes \
            back when it needs room.
            """
        case .adverts, .replay, .roundTrip, .firstLine, .coreSize: nil
        }
    }

    /// - Parameter folder: Folder of the recordings, which may be missing.
    func measure(recordings folder: String) throws -> [Figure] {
        let recording = "\(folder)/conference-room.ndjson.gz"
        return switch self {
        case .decoder: try DecoderFigures.measure()
        case .parser: try ParserFigures.measure(folder: folder)
        case .adverts: try [AdvertFigure.measure(recording: recording)]
        case .tracker: try TrackerFigures.measure()
        case .rooms: try RoomFigures.measure(folder: folder)
        case .ranging: try RangingFigures.measure(folder: folder)
        case .detection: try DetectionFigures.measure(folder: folder)
        case .patterns: try PatternFigures.measure()
        case .configs: try ConfigFigures.measure()
        case .payfrit: try PayfritFigures.measure()
        case .replay: try ReplayFigure.measure(recording: recording)
        case .gateway: try GatewayFigures.measure(recording: recording)
        case .faults: try FaultFigures.measure()
        case .goodput: try GoodputFigures.measure()
        case .history: try HistoryFigures.measure()
        case .provisioning: try ProvisioningFigures.measure()
        case .roundTrip: try [RoundTripFigure.measure()]
        case .firstLine: try [FirstLineFigure.measure()]
        case .coreSize: try CoreSizeFigures.measure()
        }
    }
}

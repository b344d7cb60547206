import ArgumentParser
import Foundation

/// `perch-bench`: measures, and says which targets are met.
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

    func run() throws {
        guard !BenchCommand.isDebug else {
            throw ValidationError("A debug build measures nothing of use: swift run -c release perch-bench")
        }
        let folder = recordings ?? BenchCommand.usualRecordings
        var figures: [Figure] = []
        let subjects = only.isEmpty ? Subject.allCases : only
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

    /// Without the variable, a folder beside the checkout.
    private static var usualRecordings: String {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        return named.isEmpty ? "../shared/data" : named
    }

    /// Where the program and the recordings lie is this machine's business.
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

/// What can be measured.
enum Subject: String, CaseIterable, ExpressibleByArgument {
    case decoder, parser, adverts, tracker, rooms, history, provisioning, detection, patterns, configs, payfrit, replay,
        gateway,
        faults
    case goodput
    case roundTrip = "round-trip"
    case firstLine = "first-line"
    case coreSize = "core-size"

    /// What one has to know to judge its figures.
    var note: String? {
        switch self {
        case .decoder: "Both frame decoders compute CRC-32C by the same method, slicing-by-8."
        case .parser:
            """
            Both parsers are given adverts one after the other and drop each result. Summed up: CRC-32 by zlib over all \
            names, powers, UUIDs, service and manufacturer data, in Swift here and in Python there; both must come to the \
            same sum. Dropped: nothing is done with what was parsed, and Python's loop is one in C. The other parser is \
            called below its cache of adverts; that it is compiled is checked.
            """
        case .faults:
            "The hostile line and its clock are virtual and seeded: the same build gives the same figures on every machine."
        case .goodput: "The paced lines are virtual, with 1 ms of latency each way."
        case .history:
            "The month has a tenth of the day's beacons: a beacon's history is found interval by interval, and there are as many."
        case .tracker:
            "Memory is what is resident in the process, before and after, each time once malloc_trim has given back what is free."
        case .rooms:
            """
            Every second from the first note of who is where to the end of the recording, each of eight beacons whose room is known \
            counts once; right is the room's own gateway. Nothing is left out around the 43 moves, and a beacon that is \
            forgotten counts as wrong. The gateways of rooms 201, 202 and 205 fell silent before any of the eight was in their \
            rooms, so that nothing can name these.
            """
        case .provisioning:
            """
            The beacons are simulated, at a connection interval of 15 ms; those of the kills at 7.5 ms. What the next gateway \
            reports after a kill is held against the beacon: it is misreported where it is called verified and will not advertise \
            what it is to be; where it is called failed and was told to save; where it is called written and was not; where it is \
            called unknown and no save was journaled; where it has saved and the journal knows of no save; and where nothing says \
            why it is not verified.
            """
        case .detection:
            """
            The rates are by the processor's time of one thread. The sightings from the field were gathered by the very names \
            that are looked for, so that they only show that nothing is overlooked; by the address alone says more. The \
            recordings are of places without such devices as far as is known: what is found there is wrong until shown otherwise.
            """
        case .patterns:
            "A quarter each are SSIDs, addresses, names and UUIDs; none is alike to another. The verb starts a gateway of its own."
        case .configs:
            "The FlockFinder is simulated, its store of the gateway in memory. Each write waits for its answer; nothing else is waited for."
        case .payfrit:
            """
            Gateway and development backend are a process each, on one machine. The registrations were queued by an earlier \
            gateway: three requests and four durable commits each, one after the other. What is killed is a gateway of a debug or release build as this program is, with a simulated \
            beacon; lost or doubled is what the backend does not count exactly once at last: registration, hardware, sighting, \
            beacon, service point.
            """
        case .gateway:
            """
            What is not a gateway's own memory are pages of the program and its libraries, which the system takes back where it \
            needs the room.
            """
        case .adverts, .replay, .roundTrip, .firstLine, .coreSize: nil
        }
    }

    /// - Parameter folder: Of recordings, which need not be there.
    func measure(recordings folder: String) throws -> [Figure] {
        let recording = "\(folder)/conference-room.ndjson.gz"
        return switch self {
        case .decoder: try DecoderFigures.measure()
        case .parser: try ParserFigures.measure(folder: folder)
        case .adverts: try [AdvertFigure.measure(recording: recording)]
        case .tracker: try TrackerFigures.measure()
        case .rooms: try RoomFigures.measure(folder: folder)
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

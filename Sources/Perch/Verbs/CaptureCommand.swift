import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import Glibc
import LineFormats
import Recording

/// `perch capture`: writes the adverts on the air to a file.
struct CaptureCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "Write the adverts on the air to a file.",
        discussion: """
            `perch simulate` can replay a recording (.ndjson); Wireshark opens a capture (.pcapng). To watch live: \
            perch capture - --format pcapng | wireshark -k -i -
            """)

    @Argument(help: "The file to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "ndjson or pcapng; without it, chosen by the file's ending.")
    var format: CaptureFormat?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var scanning: ScanOptions
    @OptionGroup var frame: DongleFrame

    private var chosenFormat: CaptureFormat? { format ?? CaptureFormat(path: file) }

    func validate() throws {
        guard chosenFormat != nil else {
            throw ValidationError("The name \(file) does not show the format. Add --format ndjson or --format pcapng.")
        }
        guard file != "-" || !frame.writesJSON else { throw ValidationError("--json and - both want standard output.") }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { scanning.needs(output.stop) }

    func check(_ output: VerbOutput) throws {
        guard force || !RegularFile.isThere(file) else { throw Failure.exists(file) }
    }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        try await lease.checkRadio(output)
        let place = try await lease.places()
        let query = try await scanning.query(dongle: lease.dongle, lease.client, output)
        let scan = Scan(client: lease.client, query: query)
        let file = file
        output.setResult {
            $0.field("file", file)
            $0.fields(scan.counts, lasted: scan.lasted)
        }
        let capture = Capture()
        do {
            try await scan.run(
                duration: scanning.duration?.duration, stop: output.stop,
                started: {
                    output.note($0)
                    capture.file = try makeFile(place: place, isSimulated: $0.simulated)
                },
                take: { lines in
                    // The reader of a pipe wants adverts at once. A file is flushed once a second:
                    // a power cut loses no more than that.
                    try capture.append(lines, flushesAtOnce: file == "-")
                })
            try capture.file?.finish(scan.counts)
            try capture.file?.flush()
        } catch RecordingError.cannotWrite(_, EPIPE) {
            // The reader of the pipe has ended.
            output.stop.stop(.outputClosed)
        } catch {
            // The adverts heard so far are worth keeping; the first error is the one to report.
            try? capture.file?.finish(scan.counts)
            try? capture.file?.flush()
            throw error
        }
        let omitted = capture.file?.omitted ?? 0
        let written = capture.appended - omitted
        output.setResult {
            $0.field("file", file)
            $0.fields(scan.counts, lasted: scan.lasted)
            $0.field("written", written)
            if omitted > 0 { $0.field("omitted", omitted) }
        }
        let more = omitted > 0 ? " \(omitted) were too long for the format." : ""
        say("perch: \(file == "-" ? "standard output" : file): \(scan.counts.sentence(lasted: scan.lasted))\(more)")
        try output.checkWhole(isBounded: scanning.duration != nil)
    }

    /// The file being written.
    private final class Capture {
        var file: (any CaptureFile)?
        private(set) var appended = 0
        private var flushed = ContinuousClock.now

        func append(_ lines: AdvertLines, flushesAtOnce: Bool) throws {
            guard let file else { return }
            for advert in try lines.heard() { try file.append(RecordedAdvert(advert)) }
            appended += lines.count
            guard flushesAtOnce || .now - flushed > .seconds(1) else { return }
            try file.flush()
            flushed = .now
        }
    }

    private func makeFile(place: String, isSimulated: Bool) throws(RecordingError) -> any CaptureFile {
        switch chosenFormat {
        case .pcapng:
            let version = PerchCommand.configuration.version
            let encoder = PcapngEncoder(application: "perch \(version)", interface: place, isSimulated: isSimulated)
            return try PacketCapture(path: file, encoder: encoder)
        case .ndjson, nil:
            return try LineCapture(path: file, isSimulated: isSimulated)
        }
    }
}

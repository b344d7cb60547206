import ArgumentParser
import DongleProtocol
import Failures
import Glibc
import Recording

/// `perch capture`: writes what is on the air to a file.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "Write what is on the air to a file.",
        discussion: """
            A recording (.ndjson) can be replayed by `perch simulate`; a capture (.pcapng) opens in Wireshark. Into \
            standard output, live: perch capture - --format pcapng | wireshark -k -i -
            """)

    @Argument(help: "The file to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "ndjson or pcapng; without it by the file's ending.")
    var format: CaptureFormat?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var port: PortOptions
    @OptionGroup var scanning: ScanOptions
    @OptionGroup var output: OutputOptions

    private var chosenFormat: CaptureFormat? { format ?? CaptureFormat(path: file) }

    func validate() throws {
        guard chosenFormat != nil else {
            throw ValidationError("The name \(file) does not tell the format: give --format ndjson or --format pcapng.")
        }
        guard file != "-" || !output.json else { throw ValidationError("--json and - both want standard output.") }
    }

    func run() async throws {
        try await output.run { output in
            guard force || !isRegularFile else { throw Failure.exists(file) }
            let endsWithReplay = scanning.duration == nil
            let stop = output.stop
            try await port.withDongle(
                output, replayFinished: { _ in if endsWithReplay { stop.stop(.satisfied) } },
                { try await capture($0, output) })
        }
    }

    private func capture(_ dongle: any DongleService, _ output: VerbOutput) async throws {
        let identity = try await dongle.identity
        let capture = try makeFile(place: dongle.place, isSimulated: output.isSimulated)
        let scan = Scan(dongle: dongle, filter: scanning.filter)
        let file = file
        output.setResult {
            $0.field("file", file)
            $0.fields(scan.counts, lasted: scan.lasted)
        }
        var flushed = ContinuousClock.now
        do {
            try await scan.run(
                scanning.request(identity.features), duration: scanning.duration?.duration, stop: output.stop
            ) { adverts in
                for (sighting, _) in adverts { try capture.append(RecordedAdvert(sighting)) }
                // Whoever reads a pipe wants it live; a file shall not lose more than a second to a power cut.
                guard file == "-" || .now - flushed > .seconds(1) else { return }
                try capture.flush()
                flushed = .now
            }
            try capture.flush()
        } catch RecordingError.cannotWrite(_, EPIPE) {
            // The reader has had enough.
            output.stop.stop(.outputClosed)
        }
        let omitted = capture.omitted
        output.setResult {
            $0.field("file", file)
            $0.fields(scan.counts, lasted: scan.lasted)
            $0.field("written", scan.counts.received - scan.counts.filtered - UInt64(omitted))
            if omitted > 0 { $0.field("omitted", omitted) }
        }
        let more = omitted > 0 ? " \(omitted) were too long for the format." : ""
        say("perch: \(file == "-" ? "standard output" : file): \(scan.counts.sentence(lasted: scan.lasted))\(more)")
        try output.checkWhole(isBounded: scanning.duration != nil)
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

    /// Pipes and devices are written to as they are; only a file's content can be lost.
    private var isRegularFile: Bool {
        var info = stat()
        return file != "-" && stat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }
}

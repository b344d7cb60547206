import ArgumentParser
import Failures
import FlockFinder
import Foundation
import GatewayClient
import GatewayModel
import LineFormats

/// `perch detect watch`: shows devices as they are found.
struct DetectWatch: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show devices as they are found.",
        discussion: """
            On a terminal, it shows a table with a row for each device, the most certain first. Into a pipe or with \
            --json, it writes one JSON object for each change of a device, at most four a second, and a result at the \
            end. With --device, the gateway also listens to a FlockFinder until this verb ends, for whatever reason. \
            If the gateway could never listen to it, the verb ends with the reason.
            """)

    @Option(help: "Only devices of this tier or a higher one: high, medium or low.")
    var minTier: DetectionTier?

    @Option(help: ArgumentHelp("Only devices of this type, such as \"Flock Safety\".", valueName: "device type"))
    var type: String?

    @Flag(help: "Show muted devices, too.")
    var muted = false

    @Option(help: ArgumentHelp("Listen to this FlockFinder, too.", valueName: "ble:address|name"))
    var device: String?

    @Option(help: ArgumentHelp("Read what a FlockFinder prints on this serial port, too.", valueName: "path"))
    var serial: String?

    @Option(help: "Stop after this time, such as 10s, 2m or 1h; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: DongleFrame

    var writesJSONUnasked: Bool { Terminal() == nil }

    func validate() throws {
        guard device == nil || serial == nil else { throw ValidationError("Give either --device or --serial.") }
        guard frame.dongle.dongle == nil || device != nil else {
            throw ValidationError("--dongle needs --device here: without it, all dongles of the gateway listen.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let watch = DetectionWatch(output: output)
        output.setResult { $0.fields(watch.counts) }
        let source = (device ?? serial.map { "serial:" + $0 })
            .map { AttachmentRequest(device: flockFinder($0), dongle: lease.dongle) }
        let listening = source.map { ListeningWatch(device: $0.device, client: lease.client) }
        // FlockFinders on serial ports need no dongle.
        if source == nil, try await lease.client.attachedFlockFinders().attached.isEmpty {
            try await lease.checkRadio(output)
        }
        let stream = try await lease.client.liveDetections(
            minTier: minTier, type: type, muted: muted ? true : nil, listeningTo: source)
        let place = output.isJSON ? "" : try await lease.places()
        try await output.live(
            lines: { watch.lines(columns: $0, rows: $1, place: place, hasColour: $2) },
            while: { try await follow(stream, watch, listening, output) })
        if let failure = listening?.failure { throw failure }
        try output.checkWhole(isBounded: duration != nil)
    }

    private func follow(
        _ stream: LineStream<DetectionStreamLine>, _ watch: DetectionWatch, _ listening: ListeningWatch?,
        _ output: VerbOutput
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let listening { group.addTask { try await listening.run() } }
            group.addTask {
                try await Following.run(
                    until: output.stop, duration: duration?.duration, of: stream, ending: .gateway
                ) { await watch.take($0) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// Returns the name of a FlockFinder as the gateway takes it: address or name without `ble:`, or
/// `serial:` and the absolute path of its port.
func flockFinder(_ text: String) -> String {
    if text.hasPrefix("serial:") {
        return "serial:" + URL(filePath: String(text.dropFirst(7))).standardizedFileURL.path(percentEncoded: false)
    }
    return text.hasPrefix("ble:") ? String(text.dropFirst(4)) : text
}

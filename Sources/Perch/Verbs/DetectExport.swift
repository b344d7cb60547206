import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch detect export`: writes devices that were found.
struct DetectExport: Verb {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, ndjson, kml
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write devices that were found, for maps, tables and other programs.",
        discussion: """
            Writes to standard output, or to a file, which appears once it is complete. CSV has the columns of the \
            FlockFinder dashboards. A device has a place if a FlockFinder with GPS heard it. If the gateway stands \
            still, --position gives its place to the other devices. In KML, a device without a place has no point; \
            Perch reports how many there are.
            """)

    @Option(help: "csv, ndjson or kml.")
    var format: Format

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Place of the gateway, in degrees, such as 52.5163,13.3777.", valueName: "latitude,longitude"))
    var position: PositionArgument?

    @OptionGroup var filter: DetectionFilterOptions

    @OptionGroup var frame: ExportFrame

    private struct Counts {
        var devices = 0
        var withoutPlace = 0
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        var counts = Counts()
        try await frame.file.write(output) { append in
            counts = try await export(client, output, append)
            return counted(counts.devices, "device")
        }
        tell(counts)
    }

    private func tell(_ counts: Counts) {
        guard format == .kml, counts.withoutPlace > 0 else { return }
        say(
            "perch: \(counted(counts.withoutPlace, "device has", "devices have")) no place, so no point on the map. "
                + "If the gateway stands still, give its place with --position.")
    }

    private func export(
        _ client: GatewayClient, _ sink: VerbOutput, _ write: ([UInt8]) async throws -> Void
    ) async throws -> Counts {
        var counts = Counts()
        switch format {
        case .csv: try await write(Array((DetectionExport.header + "\r\n").utf8))
        case .kml: try await write(Array(DetectionExport.kmlBeginning.utf8))
        case .ndjson: break
        }
        for try await page in filter.pages(client, muted: true) {
            let devices = page.map { placed($0) }
            if devices.contains(where: { $0.simulated == true }) { sink.markSimulated() }
            counts.devices += devices.count
            counts.withoutPlace += devices.count { $0.position == nil }
            try await write(bytes(devices))
            if sink.stop.reason != nil { break }
        }
        if sink.stop.reason == .signal { throw Failure.interrupted }
        if format == .kml { try await write(Array(DetectionExport.kmlEnd.utf8)) }
        return counts
    }

    private func placed(_ device: DetectionDescription) -> DetectionDescription {
        var device = device
        if device.position == nil { device.position = position?.place }
        return device
    }

    private func bytes(_ devices: [DetectionDescription]) -> [UInt8] {
        switch format {
        case .csv: return Array(devices.map { DetectionExport.row($0) + "\r\n" }.joined().utf8)
        case .kml: return Array(devices.map(DetectionExport.placemark).joined().utf8)
        case .ndjson:
            var writer = JSONWriter()
            for device in devices {
                writer.line {
                    $0.envelope("detection", at: device.lastSeen)
                    $0.fields(device)
                }
            }
            return writer.take()
        }
    }
}

/// A place on the command line: latitude and longitude in degrees.
struct PositionArgument: ExpressibleByArgument, Sendable, Hashable {
    let place: DetectionPlace

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        place = DetectionPlace(latitude: latitude, longitude: longitude)
    }
}

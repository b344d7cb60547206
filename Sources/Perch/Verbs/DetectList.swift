import Advertising
import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// Options that choose among the devices found.
struct DetectionFilterOptions: ParsableArguments {
    @Option(help: "Only devices of this tier or a higher one: high, medium or low.")
    var minTier: DetectionTier?

    @Option(help: ArgumentHelp("Only devices of this type, such as \"Flock Safety\".", valueName: "device type"))
    var type: String?

    @Option(help: "Only devices that were seen at this time or later, such as 2026-01-05T18:30:00Z.")
    var since: TimestampArgument?

    /// Returns the pages of matching devices.
    ///
    /// - Parameter muted: Whether to include muted devices.
    func pages(_ client: GatewayClient, muted: Bool) -> DetectionPages {
        DetectionPages(
            client: client, minTier: minTier, type: type, muted: muted ? nil : false, since: since?.timestamp)
    }
}

/// `perch detect list`: lists the devices that were found.
struct DetectList: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the devices found, the last seen first.")

    @OptionGroup var filter: DetectionFilterOptions

    @Flag(help: "Include muted devices.")
    var muted = false

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        var devices: [DetectionDescription] = []
        for try await page in filter.pages(client, muted: muted) { devices += page }
        devices.sort { $0.lastSeen.microsecondsSince1970 > $1.lastSeen.microsecondsSince1970 }
        output.setResult { [devices] in $0.field("count", devices.count) }
        for device in devices {
            await output.line("detection", at: device.lastSeen) { $0.fields(device) }
            await output.text(device.prose)
        }
        if devices.isEmpty { await output.text("Nothing was found.") }
    }
}

extension DetectionDescription {
    /// Line of the text output.
    var prose: String {
        let type = printable(deviceTypes.first ?? "")
        let signal = rssi.map { "\($0) dBm" } ?? "-"
        return "\(lastSeen.words)  \(tierMark) \(confidence) %  \(type)  \(address?.description ?? "-")  \(signal)  "
            + "\(counted(count, "sighting"))  \(nameAndMethods)"
    }
}

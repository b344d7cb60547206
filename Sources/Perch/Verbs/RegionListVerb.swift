import Advertising
import ArgumentParser
import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch region list`: lists every region with its state.
struct RegionListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the regions.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let regions = try await client.regions().regions
        output.setResult { $0.field("count", regions.count) }
        for region in regions {
            try await output.line("region-status", of: region)
            for line in region.prose { await output.text(line) }
        }
        if regions.isEmpty { await output.text("There are no regions.") }
    }
}

extension RegionDescription {
    /// Lines of the text output.
    var prose: [String] {
        let beacons =
            [definition.uuid.description] + [definition.major, definition.minor].compactMap { $0.map(String.init) }
        let here = state == .inside ? ", \(counted(self.beacons, "beacon"))" : ""
        let known = state == .unknown ? lastDetermined.map { ", last known \($0)" } ?? "" : ""
        let last = lastSighting.map { ", last heard \($0.words)\(lastRSSI.map { " at \($0) dBm" } ?? "")" } ?? ""
        var lines = [
            "\(definition.name)  \(monitoring ? state.rawValue : "not watched")\(here)\(known)\(last)",
            "    \(beacons.joined(separator: "/")), \(rules)",
        ]
        if !covers.isEmpty { lines.append("    covers \(covers.joined(separator: ", "))") }
        if !coveredBy.isEmpty { lines.append("    is part of \(coveredBy.joined(separator: ", "))") }
        return lines.map(printable)
    }

    private var rules: String {
        var rules: [String] = []
        if let sightings = definition.enterSightings, sightings > 1, let within = definition.enterWithinMs {
            rules.append("entered after \(sightings) sightings within \(oneDecimal(Double(within) / 1000)) s")
        }
        if let after = definition.exitAfterMs { rules.append("left after \(oneDecimal(Double(after) / 1000)) s") }
        if let weakest = definition.minimumRSSI { rules.append("from \(weakest) dBm") }
        return rules.joined(separator: ", ")
    }
}

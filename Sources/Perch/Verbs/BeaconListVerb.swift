import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch beacon list`: lists the known beacons.
struct BeaconListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the beacons that were heard, named or calibrated.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        var count = 0
        var after: BeaconIdentity?
        repeat {
            let page = try await client.beacons(after: after, limit: 1000)
            for beacon in page.beacons {
                try await output.line("beacon", of: beacon)
                for line in beacon.prose { await output.text(line) }
            }
            count += page.beacons.count
            after = page.next.flatMap { BeaconIdentity($0) }
            output.setResult { [count] in $0.field("count", count) }
        } while after != nil
        if count == 0 { await output.text("No beacon is known.") }
    }
}

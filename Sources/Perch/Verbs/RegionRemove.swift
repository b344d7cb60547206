import ArgumentParser
import Failures
import GatewayClient

/// `perch region remove`: removes a region.
struct RegionRemove: Verb {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a region.")

    @Argument(help: "Name of the region.")
    var name: String

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.removeRegion(name)
        await output.text("Region \"\(printable(name))\" removed.")
    }
}

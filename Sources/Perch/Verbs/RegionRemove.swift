import ArgumentParser
import Failures
import GatewayClient

/// `perch region remove`: removes a region.
struct RegionRemove: Verb {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forget a region.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.removeRegion(name)
        await output.text("\(printable(name)) is forgotten.")
    }
}
